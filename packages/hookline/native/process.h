// Processes of this machine, as /proc shows them.
#ifndef HOOKLINE_PROCESS_H
#define HOOKLINE_PROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

// One process; together with its number the start names it for ever, since numbers are given again.
struct process {
  pid_t pid, parent, group, session;
  uint64_t start;
  // It has ended, and only waits for its parent to ask how.
  bool dead;
};

// What a look at an environment tells: unset while a program is loaded, empty if it is, or for an instant of the loading.
enum answer { HOLDS, HOLDS_NOT, EMPTY, UNSET };

// False if there is no process with this number.
bool read_process(pid_t pid, struct process *process);
// False for a number of nobody, and for that of a thread inside a process; much cheaper than to read it.
bool is_process(pid_t pid);
enum answer environment_holds(pid_t pid, const char *text);
// The number that the newest process of this machine got; 0 if the system does not tell.
pid_t newest_process(void);

#endif
