// What a shell that has waited reads before it goes on with its command.
#ifndef HOOKLINE_HAND_OVER_H
#define HOOKLINE_HAND_OVER_H

#include <stddef.h>

#include "message.h"

// The descriptors of a shell that waits: what it reads, and where it says that its command begins.
#define SCRIPT_AT "3"
#define BEGAN_AT "4"
// Set by what is read, all of it, or the shell ends: it may be cut off where its helper died.
#define GO_ON "hookline_go_on"

// What stands before the text of the command, on its first line, so that the numbers of its lines stay right.
#define WAITING ". /proc/self/fd/" SCRIPT_AT ";${" GO_ON "-exit}; "

// Which variables of a command its shell can be started with while its folder is not known: a list for `free`; empty if there are too many.
struct text first_variables(struct text environment);

// Brings a shell to the folder of the command and gives it its environment, as if it had been started so; `first` are the variables that it was
// started with. Gives shell text that is valid until the next call, and its size; 0 if no shell can do that, or if it is longer than a pipe takes
// at once.
size_t hand_over_text(const struct command *command, struct text first, const char **text);

#endif
