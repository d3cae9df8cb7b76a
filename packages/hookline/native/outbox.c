#include "outbox.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>

#include "memory.h"
#include "message.h"

static uint8_t *bytes;
static size_t room, begin, end;
static uint64_t due = UINT64_MAX;
static bool closed;

uint8_t *outbox_room(size_t size) {
  if (closed) begin = end = 0;
  if (end + size > room && begin > 0) {
    memmove(bytes, bytes + begin, end - begin);
    end -= begin;
    begin = 0;
  }
  if (end + size > room) {
    room = end + size > 2 * room ? end + size : 2 * room;
    bytes = some_memory(bytes, room);
  }
  return bytes + end;
}

void outbox_add(size_t size) {
  end += size;
}

void say_numbers(uint8_t kind, uint32_t first, uint32_t second) {
  uint8_t *frame = outbox_room(13);
  write_number(frame, 9);
  frame[4] = kind;
  write_number(frame + 5, first);
  write_number(frame + 9, second);
  outbox_add(13);
}

void write_output_head(uint8_t *head, uint32_t id, uint8_t stream, uint32_t size) {
  write_number(head, OUTPUT_HEAD - 4 + size);
  head[4] = OUTPUT;
  write_number(head + 5, id);
  head[9] = stream;
}

bool outbox_is_full(void) {
  return !closed && end - begin >= OUTBOX_FULL;
}

bool outbox_is_empty(void) {
  return end == begin;
}

void send_by(uint64_t when) {
  if (when < due) due = when;
}

uint64_t send_time(void) {
  return due;
}

bool outbox_send(int socket) {
  due = UINT64_MAX;
  while (begin < end) {
    ssize_t sent = send(socket, bytes + begin, end - begin, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
    begin += (size_t)sent;
  }
  begin = end = 0;
  return true;
}

void outbox_close(void) {
  closed = true;
}
