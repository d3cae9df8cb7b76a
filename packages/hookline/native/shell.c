#include "shell.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hand-over.h"
#include "memory.h"
#include "strays.h"

// Of its streams, a shell reads the first one and its script.
enum { STREAMS = 5, ARE_READ = 1 << 0 | 1 << 3 };

// Only dash goes on from its wait as if it had just been started; it finds its script below /proc.
static bool is_dash(void) {
  static int known = -1;
  if (known < 0) {
    char *path = realpath("/bin/sh", NULL);
    const char *name = path == NULL ? NULL : strrchr(path, '/');
    known = name != NULL && strcmp(name, "/dash") == 0 && access("/proc/self/fd", X_OK) == 0;
    free(path);
  }
  return known == 1;
}

bool can_wait(struct text arguments) {
  static const char shell[] = "/bin/sh\0-c";
  if (arguments.length <= sizeof shell || memcmp(arguments.bytes, shell, sizeof shell) != 0) return false;
  // Options may follow, and then the text comes after them.
  uint8_t begin = arguments.bytes[sizeof shell];
  return begin != '-' && begin != '+' && is_dash();
}

static void close_streams(const struct shell *shell) {
  const int files[STREAMS] = {shell->input, shell->outputs[0], shell->outputs[1], shell->script, shell->began};
  for (int i = 0; i < STREAMS; i++) close(files[i]);
}

int start_shell(struct text arguments, struct text environment, struct shell *shell) {
  struct ends ends[STREAMS];
  int error = open_pipes(ends, STREAMS, ARE_READ);
  if (error != 0) return error;
  struct text first = first_variables(environment);
  uint32_t count = count_items(arguments), variables = count_items(first);
  char **items = some_memory(NULL, ((size_t)count + variables + 2) * sizeof *items);
  spread_items(arguments, items);
  spread_items(first, items + count + 1);
  // The text of the command is a part of the shell's own, after the wait.
  size_t length = strlen(items[2]);
  char *text = some_memory(NULL, sizeof WAITING + length);
  memcpy(text, WAITING, sizeof WAITING - 1);
  memcpy(text + sizeof WAITING - 1, items[2], length + 1);
  items[2] = text;
  error = start_process(items, items + count + 1, "/", ends, STREAMS, &shell->pid);
  free(text);
  free(items);
  if (error != 0) {
    free((void *)first.bytes);
    return error;
  }
  *shell = (struct shell){shell->pid, first, ends[0].ours, {ends[1].ours, ends[2].ours}, ends[3].ours, ends[4].ours};
  set_apart(shell->pid, true);
  return 0;
}

enum waits still_waits(const struct shell *shell) {
  int status = 0;
  if (waitpid(shell->pid, &status, WNOHANG) == 0) return WAITS;
  set_apart(shell->pid, false);
  close_streams(shell);
  free((void *)shell->first.bytes);
  return WIFEXITED(status) ? ENDED_ITSELF : WAS_KILLED;
}

bool let_go_on(const struct shell *shell, const struct command *command, struct text payload, struct launched *launched) {
  const char *text;
  size_t size = hand_over_text(command, shell->first, &text);
  if (size == 0) return false;
  *launched = (struct launched){
      .pid = shell->pid,
      .after = newest_process(),
      .outputs = {shell->outputs[0], shell->outputs[1]},
      .began = shell->began,
  };
  while (write(shell->script, text, size) < 0 && errno == EINTR) continue;
  close(shell->script);
  // While it goes to its folder.
  give_payload(launched, shell->input, payload);
  free((void *)shell->first.bytes);
  find_cookie(command->environment, launched->cookie);
  return true;
}

void end_shell(const struct shell *shell) {
  close_streams(shell);
  kill(-shell->pid, SIGKILL);
  while (waitpid(shell->pid, NULL, 0) < 0 && errno == EINTR) continue;
  set_apart(shell->pid, false);
  free((void *)shell->first.bytes);
}
