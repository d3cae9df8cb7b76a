// All commands that run.
#ifndef HOOKLINE_RUNS_H
#define HOOKLINE_RUNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "frame.h"

void open_runs(int poll);
// Does what the engine says; false if it cannot have said that.
bool obey(struct frame *frame);
// Something happened to what `watch` was told about.
void see_event(uint64_t about);
// Some process has ended.
void see_exits(void);
uint64_t next_timer(void);
void see_timers(void);
// The engine listens again: what was not read meanwhile is.
void read_on(void);
// Ends everything at once; nobody will be told.
void end_all(void);
size_t untold_runs(void);
// Frees what is over; not while events are seen, of which several may be about the same command.
void sweep(void);

#endif
