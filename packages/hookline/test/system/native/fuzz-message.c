// Feeds the parser of messages, and the reader of frames, with inputs that are random, or right but for some bytes. The sanitizers watch.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "frame.h"
#include "message.h"

static uint64_t state;

static uint32_t any(uint32_t below) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(state >> 33) % below;
}

static uint8_t *put_text(uint8_t *at, const char *bytes, uint32_t length) {
  write_number(at, length);
  memcpy(at + 4, bytes, length);
  return at + 4 + length;
}

// A batch that is right.
static uint32_t write_batch(uint8_t *frame) {
  uint8_t *at = frame;
  uint32_t payloads = 1 + any(3), commands = any(4);
  *at++ = BATCH;
  write_number(at, payloads);
  at += 4;
  for (uint32_t i = 0; i < payloads; i++) at = put_text(at, "payload payload", any(16));
  write_number(at, commands);
  at += 4;
  for (uint32_t i = 0; i < commands; i++) {
    for (uint32_t j = 0; j < 6; j++, at += 4) write_number(at, j == 1 ? any(payloads) : j == 5 ? any(2) : any(1000));
    at = put_text(at, "/tmp", 4);
    at = put_text(at, "/bin/sh\0-c\0true\0", 16);
    at = put_text(at, "A=1\0BC=\0", any(2) * 8);
  }
  return (uint32_t)(at - frame);
}

static unsigned right, wrong;

// Uses all that the parser gives, from memory that ends where the frame ends.
static void try_frame(const uint8_t *bytes, uint32_t length) {
  uint8_t *frame = malloc(length == 0 ? 1 : length);
  memcpy(frame, bytes, length);
  if (!is_message(frame, length)) wrong++;
  else {
    right++;
    if (frame[0] == BATCH) {
      struct batch batch = open_batch(frame, length);
      struct command command;
      uint32_t sum = 0;
      while (next_command(&batch, &command)) {
        struct text payload = payload_of(&batch, command.payload), lists[] = {command.arguments, command.environment};
        for (uint32_t i = 0; i < payload.length; i++) sum += payload.bytes[i];
        for (int i = 0; i < 2; i++) {
          char **items = malloc((count_items(lists[i]) + 1) * sizeof *items);
          spread_items(lists[i], items);
          for (char **item = items; *item != NULL; item++) sum += (uint32_t)strlen(*item);
          free(items);
        }
      }
      if (sum == UINT32_MAX) abort();
    } else if (read_number(frame + 1) == 0) right++;
  }
  free(frame);
}

// Sends bytes in pieces of any size, and takes the frames out again, in a process of its own, which looks for no leaks: that takes seconds.
static void try_stream(const uint8_t *bytes, uint32_t length) {
  int ends[2];
  if (fork() == 0) {
    struct frame *frame;
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) < 0) _exit(1);
    for (uint32_t at = 0; at < length;) {
      uint32_t size = 1 + any(length - at);
      if (write(ends[0], bytes + at, size) != (ssize_t)size) _exit(1);
      at += size;
      for (enum received received; (received = receive_frame(ends[1], &frame)) != NOTHING_MORE;) {
        if (received != FRAME) _exit(0);
        try_frame(frame->bytes, frame->length);
        leave_frame(frame);
      }
    }
    _exit(0);
  }
}

int main(int count, char **arguments) {
  static uint8_t frame[4096], stream[8192];
  long rounds = count > 1 ? atol(arguments[1]) : 1000;
  state = count > 2 ? (uint64_t)atoll(arguments[2]) : 1;
  for (long round = 0; round < rounds; round++) {
    uint32_t length = any(4) == 0 ? any(200) : write_batch(frame);
    if (length < 200 && any(4) == 0) for (uint32_t i = 0; i < length; i++) frame[i] = (uint8_t)any(256);
    for (uint32_t changes = any(4); changes > 0 && length > 0; changes--) {
      uint32_t at = any(length), kind = any(3);
      frame[at] = (uint8_t)(kind == 0 ? any(256) : kind == 1 ? 0xff : 0);
      if (any(8) == 0) length = at;
    }
    try_frame(frame, length);
  }
  for (int round = 0; round < 50; round++) {
    uint32_t size = 0;
    while (size < 2000) {
      uint32_t length = write_batch(frame);
      write_number(stream + size, any(8) == 0 ? any(UINT32_MAX) : length);
      memcpy(stream + size + 4, frame, length);
      size += 4 + length;
    }
    try_stream(stream, size);
  }
  int failed = 0;
  for (int status; wait(&status) > 0;) failed |= status != 0;
  printf("%s %s\n", right > 0 ? "right" : "none right", wrong > 0 ? "wrong" : "none wrong");
  return failed;
}
