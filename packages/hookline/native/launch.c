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

// The system takes no more arguments and variables than fit into a quarter of the stack.
enum { MOST_ITEMS = 65536 };

extern char **environ;

// The ends of a pipe: the one that the process gets, and ours.
struct ends {
  int theirs, ours;
};

static void close_ends(struct ends *ends, int count) {
  for (int i = 0; i < count; i++) {
    close(ends[i].theirs);
    close(ends[i].ours);
  }
}

// Three pipes, whose other ends are ordinary, blocking ones; nobody else inherits any of them.
static int open_pipes(struct ends ends[3]) {
  for (int i = 0; i < 3; i++) {
    int pipe[2];
    if (pipe2(pipe, O_CLOEXEC) < 0) {
      int error = errno;
      close_ends(ends, i);
      return error;
    }
    ends[i] = i == 0 ? (struct ends){pipe[0], pipe[1]} : (struct ends){pipe[1], pipe[0]};
    fcntl(ends[i].ours, F_SETFL, O_NONBLOCK);
  }
  return 0;
}

// Runs in the process that is to become the command, in our memory: it touches nothing, and does not return.
static void become(char **arguments, char **environment, const char *folder, const struct ends ends[3], pid_t helper,
                   volatile int *error) {
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGPIPE, SIG_DFL);
  setsid();
  // Whoever kills us kills it too; unless it happened before this was said.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != helper) _exit(127);
  for (int i = 0; i < 3; i++) dup2(ends[i].theirs, i);
  if (chdir(folder) == 0) {
    // The program is looked for in its own PATH, as Node does.
    environ = environment;
    execvp(arguments[0], arguments);
  }
  *error = errno;
  _exit(127);
}

static int start(char **arguments, char **environment, const char *folder, const struct ends ends[3], pid_t *pid) {
  char **own = environ;
  pid_t helper = getpid();
  volatile int error = 0;
  pid_t child = vfork();
  if (child == 0) become(arguments, environment, folder, ends, helper, &error);
  if (child < 0) return errno;
  environ = own;
  *pid = child;
  if (error != 0) waitpid(child, NULL, 0);
  return error;
}

// The identifier of the run is in the environment of all that the command starts.
static void find_cookie(char **environment, char cookie[LONGEST_COOKIE + 1]) {
  static const char name[] = "HOOKLINE_RUN_ID=";
  cookie[0] = 0;
  for (; *environment != NULL; environment++) {
    const char *value = *environment + sizeof name - 1;
    if (strncmp(*environment, name, sizeof name - 1) != 0) continue;
    // A short one is in many environments: whoever held it would be taken for a process of the command, and ended.
    if (strlen(value) < SHORTEST_COOKIE || strlen(value) > LONGEST_COOKIE) continue;
    memcpy(cookie, value, strlen(value) + 1);
    return;
  }
}

// Writes what the pipe takes before anybody reads it, which is mostly all.
static uint32_t fill(int input, struct text payload) {
  uint32_t written = 0;
  while (written < payload.length) {
    ssize_t count = write(input, payload.bytes + written, payload.length - written);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    written += (uint32_t)count;
  }
  return written;
}

static int launch_items(char **arguments, char **environment, const char *folder, struct text payload,
                        struct launched *launched) {
  struct ends ends[3];
  int error = open_pipes(ends);
  if (error != 0) return error;
  launched->written = fill(ends[0].ours, payload);
  error = start(arguments, environment, folder, ends, &launched->pid);
  if (error != 0) {
    close_ends(ends, 3);
    return error;
  }
  for (int i = 0; i < 3; i++) close(ends[i].theirs);
  launched->input = ends[0].ours;
  if (launched->written == payload.length) {
    close(launched->input);
    launched->input = -1;
  }
  launched->outputs[0] = ends[1].ours;
  launched->outputs[1] = ends[2].ours;
  find_cookie(environment, launched->cookie);
  return 0;
}

int launch(const struct command *command, struct text payload, struct launched *launched) {
  uint32_t arguments = count_items(command->arguments), variables = count_items(command->environment);
  char folder[PATH_MAX];
  if (arguments > MOST_ITEMS || variables > MOST_ITEMS) return E2BIG;
  if (command->folder.length >= sizeof folder) return ENAMETOOLONG;
  memcpy(folder, command->folder.bytes, command->folder.length);
  folder[command->folder.length] = 0;
  char **items = some_memory(NULL, ((size_t)arguments + variables + 2) * sizeof *items);
  spread_items(command->arguments, items);
  spread_items(command->environment, items + arguments + 1);
  int error = launch_items(items, items + arguments + 1, folder, payload, launched);
  free(items);
  return error;
}
