// Whose turn it is on a processor.
#ifndef HOOKLINE_TURNS_H
#define HOOKLINE_TURNS_H

// From now on we wait for our turn when something wakes us, and stop nobody who is at work: the engine's own thread wakes us with each message,
// often on the processor that it is on, and would be held up for as long as it takes to start a process.
void stand_back(void);
// In a process that is to become a command: it gets its turns as everybody does.
void step_forward(void);

#endif
