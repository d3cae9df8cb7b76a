// Shells that wait for commands which came before: to start one takes longer than most hooks do.
#ifndef HOOKLINE_WARM_H
#define HOOKLINE_WARM_H

#include "launch.h"

// Lets a command run in a shell that waits for it; false if there is none, or if it cannot be done so.
bool launch_warm(const struct command *command, struct text payload, uint64_t time, struct launched *launched);
// When a shell should be started or ended; it is done when there is nothing else to do.
uint64_t next_warming(uint64_t time);
void warm_up(uint64_t time);
// Ends all that wait; none is started any more.
void end_warm(void);

#endif
