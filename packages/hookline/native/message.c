#include "message.h"

#include <string.h>

uint32_t read_number(const uint8_t *bytes) {
  return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
}

void write_number(uint8_t *bytes, uint32_t value) {
  for (int i = 0; i < 4; i++) bytes[i] = (uint8_t)(value >> (8 * i));
}

static bool take_number(struct reader *from, uint32_t *value) {
  if (from->end - from->at < 4) return false;
  *value = read_number(from->at);
  from->at += 4;
  return true;
}

static bool take_text(struct reader *from, struct text *text) {
  if (!take_number(from, &text->length)) return false;
  if ((uint64_t)(from->end - from->at) < text->length) return false;
  text->bytes = from->at;
  from->at += text->length;
  return true;
}

static bool has_zero(struct text text) {
  return text.length > 0 && memchr(text.bytes, 0, text.length) != NULL;
}

static bool is_list(struct text text) {
  return text.length == 0 || text.bytes[text.length - 1] == 0;
}

static bool take_command(struct reader *from, struct command *command) {
  uint32_t flags;
  if (!take_number(from, &command->id) || !take_number(from, &command->payload) ||
      !take_number(from, &command->deadline_ms) || !take_number(from, &command->grace_ms) ||
      !take_number(from, &command->cap) || !take_number(from, &flags) || flags > 1)
    return false;
  command->background = flags == 1;
  return take_text(from, &command->folder) && take_text(from, &command->arguments) &&
         take_text(from, &command->environment);
}

static bool begin_batch(struct batch *batch, const uint8_t *frame, uint32_t length) {
  struct reader from = {frame + 1, frame + length};
  struct text payload;
  if (!take_number(&from, &batch->payload_count) || batch->payload_count > MOST_PAYLOADS) return false;
  batch->payloads = from;
  for (uint32_t i = 0; i < batch->payload_count; i++)
    if (!take_text(&from, &payload)) return false;
  if (!take_number(&from, &batch->commands_left) || batch->commands_left > MOST_COMMANDS) return false;
  batch->commands = from;
  return true;
}

static bool is_batch(const uint8_t *frame, uint32_t length) {
  struct batch batch;
  struct command command;
  if (!begin_batch(&batch, frame, length)) return false;
  for (; batch.commands_left > 0; batch.commands_left--) {
    if (!take_command(&batch.commands, &command)) return false;
    if (command.payload >= batch.payload_count) return false;
    if (command.folder.length == 0 || has_zero(command.folder)) return false;
    // A program has a name: the list of arguments has one item at least, and the first of them is not empty.
    if (command.arguments.length < 2 || command.arguments.bytes[0] == 0) return false;
    if (!is_list(command.arguments) || !is_list(command.environment)) return false;
  }
  return batch.commands.at == batch.commands.end;
}

bool is_message(const uint8_t *frame, uint32_t length) {
  if (length == 0) return false;
  switch (frame[0]) {
    case BATCH: return is_batch(frame, length);
    case DEADLINE: return length == 9;
    case CANCEL: return length == 5;
    default: return false;
  }
}

struct batch open_batch(const uint8_t *frame, uint32_t length) {
  struct batch batch = {0};
  begin_batch(&batch, frame, length);
  return batch;
}

bool next_command(struct batch *batch, struct command *command) {
  if (batch->commands_left == 0) return false;
  batch->commands_left--;
  return take_command(&batch->commands, command);
}

struct text payload_of(const struct batch *batch, uint32_t index) {
  struct reader from = batch->payloads;
  struct text payload = {NULL, 0};
  for (uint32_t i = 0; i <= index; i++) take_text(&from, &payload);
  return payload;
}

uint32_t count_items(struct text list) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < list.length; i++) count += list.bytes[i] == 0;
  return count;
}

void spread_items(struct text list, char **items) {
  const uint8_t *at = list.bytes, *end = list.bytes + list.length;
  while (at < end) {
    *items++ = (char *)at;
    at = (const uint8_t *)memchr(at, 0, (size_t)(end - at)) + 1;
  }
  *items = NULL;
}
