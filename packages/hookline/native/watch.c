#include <stdlib.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "run.h"
#include "runs.h"

static int poll;

void open_runs(int given) {
  poll = given;
}

void watch(int file, struct run *run, enum part part) {
  struct epoll_event event = {.events = part == PART_IN ? EPOLLOUT : EPOLLIN, .data.u64 = (uintptr_t)run | part};
  // Without this nothing would be seen of it ever again: as without memory, it is the end.
  if (epoll_ctl(poll, EPOLL_CTL_ADD, file, &event) < 0) _exit(71);
}

void unwatch(int file) {
  epoll_ctl(poll, EPOLL_CTL_DEL, file, NULL);
}

void close_watched(int file) {
  // A process that was just started holds all our files for an instant longer than we wait for it, and so would the poll.
  unwatch(file);
  close(file);
}
