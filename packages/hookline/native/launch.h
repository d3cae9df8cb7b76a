// The start of one process.
#ifndef HOOKLINE_LAUNCH_H
#define HOOKLINE_LAUNCH_H

#include <sys/types.h>

#include "message.h"

// A process that was started, and our ends of its pipes, which never block.
struct launched {
  pid_t pid;
  // The newest process when the command began, if its first process is older; else 0.
  pid_t after;
  // -1 if all of the payload is in the pipe already; else the rest has to be written.
  int input;
  uint32_t written;
  int outputs[2];
  // Where a shell that has waited says that its command begins; -1 if the process was started for its command.
  int began;
  char cookie[LONGEST_COOKIE + 1];
};

// The ends of a pipe: the one that the process gets, and ours, which never blocks.
struct ends {
  int theirs, ours;
};

// Starts a command in a session of its own; gives 0, or the number of the error, and then nothing of it is left.
int launch(const struct command *command, struct text payload, struct launched *launched);

// Opens pipes, of which the process reads the ones that have their bit set in `read`; nobody else inherits them. Gives 0 or an error, and then
// none is open.
int open_pipes(struct ends *ends, int count, unsigned read);
// Starts a program with these pipes as its first descriptors, in a session of its own; gives 0 or an error. Closes its ends of them, after an error
// ours as well.
int start_process(char **arguments, char **environment, const char *folder, struct ends *ends, int count, pid_t *pid);
// Gives the payload to a process that was started: what the pipe takes before anybody reads it, which is mostly all.
void give_payload(struct launched *launched, int input, struct text payload);
// The identifier of the run, which is in the environment of all that the command starts.
void find_cookie(struct text environment, char cookie[LONGEST_COOKIE + 1]);

#endif
