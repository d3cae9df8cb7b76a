// What is said to the engine, until its socket takes it.
#ifndef HOOKLINE_OUTBOX_H
#define HOOKLINE_OUTBOX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  // What has gathered beyond this is not added to: whoever prints has to wait until the engine listens.
  OUTBOX_FULL = 1024 * 1024,
  OUTPUT_HEAD = 4 + 1 + 4 + 1,
};

// Room for so many bytes at the end; `outbox_add` adds what was written into it.
uint8_t *outbox_room(size_t size);
void outbox_add(size_t size);

void say_numbers(uint8_t kind, uint32_t first, uint32_t second);
// Writes the head of an output of `size` bytes, which follow it.
void write_output_head(uint8_t *head, uint32_t id, uint8_t stream, uint32_t size);

bool outbox_is_full(void);
bool outbox_is_empty(void);
// What was said is sent at this time at the latest: what comes together wakes the engine once.
void send_by(uint64_t when);
uint64_t send_time(void);
// Sends what the socket takes; false if nobody listens any more.
bool outbox_send(int socket);
// Nobody listens any more: what is said is forgotten.
void outbox_close(void);

#endif
