// What the engine says, as bytes that nobody has looked at yet. The messages are described in src/system/process/helper/messages.ts.
#ifndef HOOKLINE_MESSAGE_H
#define HOOKLINE_MESSAGE_H

#include <stdbool.h>
#include <stdint.h>

enum {
  LARGEST_FRAME = 64 * 1024 * 1024,
  // More than an engine ever sends: what is beyond is no batch.
  MOST_PAYLOADS = 4096,
  MOST_COMMANDS = 4096,
  // The shortest and the longest identifier of a run that is looked for in environments.
  SHORTEST_COOKIE = 32,
  LONGEST_COOKIE = 64,
};

enum kind { BATCH = 1, DEADLINE = 2, CANCEL = 3, HELLO = 16, STARTED = 17, OUTPUT = 18, ENDED = 19, UNSTARTED = 20 };

// Bytes inside a frame; a list holds items that end with a zero byte each.
struct text {
  const uint8_t *bytes;
  uint32_t length;
};

struct command {
  uint32_t id, payload, deadline_ms, grace_ms, cap;
  bool background;
  struct text folder, arguments, environment;
};

// What is still to be read of a frame.
struct reader {
  const uint8_t *at, *end;
};

// A batch while its commands are read one by one.
struct batch {
  struct reader payloads, commands;
  uint32_t payload_count, commands_left;
};

uint32_t read_number(const uint8_t *bytes);
void write_number(uint8_t *bytes, uint32_t value);

// Whether the frame is a message that is right in every part; all others may be called for such a frame only.
bool is_message(const uint8_t *frame, uint32_t length);

struct batch open_batch(const uint8_t *frame, uint32_t length);
bool next_command(struct batch *batch, struct command *command);
struct text payload_of(const struct batch *batch, uint32_t index);

uint32_t count_items(struct text list);
// Fills `items`, which has room for all and a null after them, with where each item of the list begins.
void spread_items(struct text list, char **items);

#endif
