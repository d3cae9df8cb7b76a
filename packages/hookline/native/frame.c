#include "frame.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

#include "memory.h"
#include "message.h"

static size_t kept;

// What was received at once, and how much of it was used.
static uint8_t scratch[65536];
static size_t scratch_at, scratch_end;

// The frame that is not whole yet.
static struct frame *partial;
static uint32_t have;

size_t frames_kept(void) {
  return kept;
}

static struct frame *new_frame(uint32_t length) {
  struct frame *frame = some_memory(NULL, sizeof *frame + length);
  frame->length = length;
  frame->users = 1;
  kept += length;
  return frame;
}

void use_frame(struct frame *frame) {
  frame->users++;
}

void leave_frame(struct frame *frame) {
  if (--frame->users > 0) return;
  kept -= frame->length;
  free(frame);
}

static enum received receive(int socket, void *bytes, size_t size, size_t *got) {
  for (;;) {
    ssize_t count = recv(socket, bytes, size, MSG_DONTWAIT);
    *got = count > 0 ? (size_t)count : 0;
    if (count > 0) return FRAME;
    if (count == 0) return CLOSED;
    if (errno == EAGAIN || errno == EWOULDBLOCK) return NOTHING_MORE;
    if (errno != EINTR) return CLOSED;
  }
}

// Takes what is in the scratch for the frame; true if the frame is whole.
static bool take_scratch(void) {
  size_t there = scratch_end - scratch_at, needed = partial->length - have;
  size_t size = there < needed ? there : needed;
  memcpy(partial->bytes + have, scratch + scratch_at, size);
  scratch_at += size;
  have += (uint32_t)size;
  return have == partial->length;
}

enum received receive_frame(int socket, struct frame **frame) {
  for (;;) {
    size_t got;
    if (partial == NULL && scratch_end - scratch_at >= 4) {
      uint32_t length = read_number(scratch + scratch_at);
      if (length == 0 || length > LARGEST_FRAME) return BROKEN;
      scratch_at += 4;
      partial = new_frame(length);
      have = 0;
    }
    if (partial != NULL && take_scratch()) {
      *frame = partial;
      partial = NULL;
      return FRAME;
    }
    enum received received;
    if (partial != NULL) {
      // All of the scratch was used, so the rest can go where it belongs.
      received = receive(socket, partial->bytes + have, partial->length - have, &got);
      have += (uint32_t)got;
    } else {
      memmove(scratch, scratch + scratch_at, scratch_end - scratch_at);
      scratch_end -= scratch_at;
      scratch_at = 0;
      received = receive(socket, scratch + scratch_end, sizeof scratch - scratch_end, &got);
      scratch_end += got;
    }
    if (received != FRAME) return received;
  }
}
