// The start of one process.
#ifndef HOOKLINE_LAUNCH_H
#define HOOKLINE_LAUNCH_H

#include <sys/types.h>

#include "message.h"

// A process that was started, and our ends of its pipes, which never block.
struct launched {
  pid_t pid;
  // -1 if all of the payload is in the pipe already; else the rest has to be written.
  int input;
  uint32_t written;
  int outputs[2];
  char cookie[LONGEST_COOKIE + 1];
};

// Starts a command in a session of its own; gives 0, or the number of the error, and then nothing of it is left.
int launch(const struct command *command, struct text payload, struct launched *launched);

#endif
