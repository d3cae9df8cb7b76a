#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "memory.h"
#include "outbox.h"
#include "run.h"

enum { MOST_AT_ONCE = 65536 };

// How long output waits for more to come, such as the end: each message wakes the engine.
static const uint64_t OUTPUT_WAITS = 5;

static void keep_tail(struct stream *stream, const uint8_t *bytes, size_t size) {
  if (stream->tail == NULL) stream->tail = some_memory(NULL, TAIL_SIZE);
  size_t fresh = size < TAIL_SIZE ? size : TAIL_SIZE;
  size_t kept = TAIL_SIZE - fresh < stream->tail_size ? TAIL_SIZE - fresh : stream->tail_size;
  memmove(stream->tail, stream->tail + stream->tail_size - kept, kept);
  memcpy(stream->tail + kept, bytes + size - fresh, fresh);
  stream->tail_size = (uint32_t)(kept + fresh);
}

enum took read_stream(struct run *run, int index) {
  struct stream *stream = &run->streams[index];
  uint32_t room = run->cap - stream->sent;
  // What is beyond the cap is only counted, so the engine need not listen.
  if (room > 0 && outbox_is_full()) return PARKED;
  uint8_t *head = outbox_room(OUTPUT_HEAD + MOST_AT_ONCE);
  uint8_t *bytes = head + OUTPUT_HEAD;
  ssize_t count;
  do count = read(stream->file, bytes, MOST_AT_ONCE);
  while (count < 0 && errno == EINTR);
  if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return NONE;
  if (count <= 0) return END;
  size_t size = (size_t)count;
  uint32_t sent = size < room ? (uint32_t)size : room;
  stream->total += size;
  if (size > sent) keep_tail(stream, bytes + sent, size - sent);
  if (sent > 0) {
    write_output_head(head, run->id, (uint8_t)(index + 1), sent);
    outbox_add(OUTPUT_HEAD + sent);
    stream->sent += sent;
    send_by(now() + OUTPUT_WAITS * MILLISECOND);
  }
  return SOME;
}

void close_stream(struct stream *stream) {
  if (stream->file < 0) return;
  close_watched(stream->file);
  stream->file = -1;
  stream->parked = false;
}

void park_stream(struct run *run, int index) {
  if (run->streams[index].parked) return;
  run->streams[index].parked = true;
  unwatch(run->streams[index].file);
}

void unpark_stream(struct run *run, int index) {
  if (!run->streams[index].parked) return;
  run->streams[index].parked = false;
  watch(run->streams[index].file, run, index == 0 ? PART_OUT : PART_ERR);
}

bool streams_are_open(const struct run *run) {
  return run->streams[0].file >= 0 || run->streams[1].file >= 0;
}

void write_input(struct run *run) {
  while (run->rest.length > 0) {
    ssize_t count = write(run->input, run->rest.bytes, run->rest.length);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) return;
    // A command that does not read its payload has done nothing wrong.
    if (count <= 0) break;
    run->rest.bytes += count;
    run->rest.length -= (uint32_t)count;
  }
  close_input(run);
}

void close_input(struct run *run) {
  if (run->input < 0) return;
  close_watched(run->input);
  run->input = -1;
  leave_frame(run->frame);
}
