// One shell that waits for its command to come again.
#ifndef HOOKLINE_SHELL_H
#define HOOKLINE_SHELL_H

#include "launch.h"

struct shell {
  pid_t pid;
  // The variables that it was started with.
  struct text first;
  // Our ends of its streams.
  int input, outputs[2], script, began;
};

// What is known of a shell that waits: it does, or it has ended by itself or by a signal, and is gone then.
enum waits { WAITS, ENDED_ITSELF, WAS_KILLED };

// Whether these arguments are a shell and its text, and the shell goes on from a wait as if it had just been started.
bool can_wait(struct text arguments);
// Starts a shell that waits, for the text of these arguments, with the variables that its command had last; gives 0 or an error.
int start_shell(struct text arguments, struct text environment, struct shell *shell);
enum waits still_waits(const struct shell *shell);
// Lets it go on with its command; false if no shell that waits can run that, and then it still waits. If it has just ended, or reads only a part of
// what it should, the command does not begin.
bool let_go_on(const struct shell *shell, const struct command *command, struct text payload, struct launched *launched);
void end_shell(const struct shell *shell);

#endif
