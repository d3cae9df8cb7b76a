// One shell that waits for its command to come again.
#ifndef HOOKLINE_SHELL_H
#define HOOKLINE_SHELL_H

#include "launch.h"

struct shell {
  pid_t pid;
  // Our ends of its streams.
  int input, outputs[2], script, began;
};

// What is known of a shell that waits: it does, or it has ended by itself or by a signal, and is gone then.
enum waits { WAITS, ENDED_ITSELF, WAS_KILLED };

// Whether these arguments are a shell and its text, and the shell goes on from a wait as if it had just been started.
bool can_wait(struct text arguments);
// Starts a shell that waits, for the text of these arguments; gives 0 or an error.
int start_shell(struct text arguments, struct shell *shell);
enum waits still_waits(const struct shell *shell);
// Lets it go on, after a text that it reads first. If it has just ended, or reads only a part, its command does not begin.
void let_go_on(const struct shell *shell, const char *text, size_t size, struct text payload, struct launched *launched);
void end_shell(const struct shell *shell);

#endif
