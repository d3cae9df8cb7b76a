#include "launch.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "memory.h"
#include "turns.h"

// The system takes no more arguments and variables than fit into a quarter of the stack.
enum { MOST_ITEMS = 65536 };

// Of three pipes, the first is read.
enum { STREAMS = 3, STDIN_IS_READ = 1 };

extern char **environ;

static void close_ends(struct ends *ends, int count) {
  for (int i = 0; i < count; i++) {
    close(ends[i].theirs);
    close(ends[i].ours);
  }
}

int open_pipes(struct ends *ends, int count, unsigned read) {
  for (int i = 0; i < count; i++) {
    int pipe[2];
    if (pipe2(pipe, O_CLOEXEC) < 0) {
      int error = errno;
      close_ends(ends, i);
      return error;
    }
    ends[i] = (read >> i & 1) != 0 ? (struct ends){pipe[0], pipe[1]} : (struct ends){pipe[1], pipe[0]};
    fcntl(ends[i].ours, F_SETFL, O_NONBLOCK);
  }
  return 0;
}

// Runs in the process that is to become the command, in our memory: it touches nothing, and does not return.
static void become(char **arguments, char **environment, const char *folder, const struct ends *ends, int count,
                   pid_t helper, volatile int *error) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGPIPE, SIG_DFL);
  setsid();
  step_forward();
  // Whoever kills us kills it too; unless it happened before this was said.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != helper) _exit(127);
  // All of theirs lie beyond these, which are open in us.
  for (int i = 0; i < count; i++) dup2(ends[i].theirs, i);
  if (chdir(folder) == 0) {
    // The program is looked for in its own PATH, as Node does.
    environ = environment;
    execvp(arguments[0], arguments);
  }
  *error = errno;
  _exit(127);
}

int start_process(char **arguments, char **environment, const char *folder, struct ends *ends, int count, pid_t *pid) {
  char **own = environ;
  pid_t helper = getpid();
  volatile int error = 0;
  pid_t child = vfork();
  if (child == 0) become(arguments, environment, folder, ends, count, helper, &error);
  if (child < 0) error = errno;
  environ = own;
  *pid = child;
  if (child > 0 && error != 0) waitpid(child, NULL, 0);
  if (error != 0) close_ends(ends, count);
  else
    for (int i = 0; i < count; i++) close(ends[i].theirs);
  return error;
}

void find_cookie(struct text environment, char cookie[LONGEST_COOKIE + 1]) {
  static const char name[] = "HOOKLINE_RUN_ID=";
  cookie[0] = 0;
  const char *at = (const char *)environment.bytes, *end = at + environment.length;
  for (size_t size; at < end; at += size + 1) {
    size = strlen(at);
    const char *value = at + sizeof name - 1;
    if (strncmp(at, name, sizeof name - 1) != 0) continue;
    // A short one is in many environments: whoever held it would be taken for a process of the command, and ended.
    if (strlen(value) < SHORTEST_COOKIE || strlen(value) > LONGEST_COOKIE) continue;
    memcpy(cookie, value, strlen(value) + 1);
    return;
  }
}

void give_payload(struct launched *launched, int input, struct text payload) {
  uint32_t written = 0;
  while (written < payload.length) {
    ssize_t count = write(input, payload.bytes + written, payload.length - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    written += (uint32_t)count;
  }
  launched->written = written;
  launched->input = input;
  if (written < payload.length) return;
  close(input);
  launched->input = -1;
}

int launch(const struct command *command, struct text payload, struct launched *launched) {
  uint32_t arguments = count_items(command->arguments), variables = count_items(command->environment);
  char folder[PATH_MAX];
  if (arguments > MOST_ITEMS || variables > MOST_ITEMS) return E2BIG;
  if (command->folder.length >= sizeof folder) return ENAMETOOLONG;
  memcpy(folder, command->folder.bytes, command->folder.length);
  folder[command->folder.length] = 0;
  struct ends ends[STREAMS];
  int error = open_pipes(ends, STREAMS, STDIN_IS_READ);
  if (error != 0) return error;
  char **items = some_memory(NULL, ((size_t)arguments + variables + 2) * sizeof *items);
  spread_items(command->arguments, items);
  spread_items(command->environment, items + arguments + 1);
  error = start_process(items, items + arguments + 1, folder, ends, STREAMS, &launched->pid);
  free(items);
  if (error != 0) return error;
  launched->after = 0;
  launched->began = -1;
  launched->outputs[0] = ends[1].ours;
  launched->outputs[1] = ends[2].ours;
  give_payload(launched, ends[0].ours, payload);
  find_cookie(command->environment, launched->cookie);
  return 0;
}
