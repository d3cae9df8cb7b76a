// The processes of one command beside its first one, wherever they went.
#ifndef HOOKLINE_STRAYS_H
#define HOOKLINE_STRAYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "message.h"
#include "process.h"

struct strays {
  pid_t leader, after;
  char cookie[LONGEST_COOKIE + 1];
  uint64_t started_at;
  // A process has its number for an instant before it can be seen, so each look begins where the last but one ended.
  pid_t judged, seen;
  // After a look: those that are alive.
  struct process *alive;
  size_t alive_count, alive_room;
  // Those that cannot be told yet.
  pid_t *undecided;
  size_t undecided_count, undecided_room;
};

// Says that a process of ours leads a session for a command to come, so that nobody looks at it until then; or takes that back.
void set_apart(pid_t leader, bool apart);
// `after` is the newest process when the command began, if its first process is older; else 0.
void track_strays(struct strays *strays, pid_t leader, pid_t after, const char *cookie, uint64_t now);
// Sees who is alive now; false while some process cannot be told yet.
bool look(struct strays *strays, uint64_t now);
void forget_strays(struct strays *strays);

#endif
