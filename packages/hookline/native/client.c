/*
 * hookline-fire: does what `hookline fire` does, by asking the daemon of the same build (`hookline daemon`).
 *
 * Whatever is missing, odd or too much, it runs the plain command with the same words, stdin, folder and variables: no event is
 * lost, and none passes unjudged. The conversation is told in src/system/daemon/conversation.ts.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

#define BUILD 32                     /* hexadecimal digits that tell builds apart */
#define MOST_CALL (8u << 20)         /* bytes of folder, words and variables */
#define MOST_STDIN (64u << 20)       /* bytes of stdin */
#define MOST_OUTPUT (128u << 20)     /* bytes of each stream of an answer */
#define SOON 15                      /* seconds until the daemon says that it lives, */
#define SILENCE 30                   /* and the longest that it is silent then */

extern char **environ;

struct bytes {
  char *at;
  size_t length, room;
};

static int words_count;
static char **words;
static char root[PATH_MAX];          /* the folder of the package; empty if it is not known */
static char build[BUILD + 1];
static struct bytes input;           /* what was read of stdin */
static int input_read, input_ended;
static volatile sig_atomic_t caught; /* the signal that asks for the end */
static void (*pipe_before)(int) = SIG_DFL, (*limit_before)(int) = SIG_DFL;

static void on_signal(int number) { caught = number; }

static int put(struct bytes *to, const void *from, size_t length, size_t most) {
  if (length > most || to->length > most - length) return 0;
  if (to->length + length > to->room) {
    size_t room = to->room ? to->room : 4096;
    while (room < to->length + length) room *= 2;
    char *at = realloc(to->at, room);
    if (!at) return 0;
    to->at = at;
    to->room = room;
  }
  memcpy(to->at + to->length, from, length);
  to->length += length;
  return 1;
}

static int write_all(int fd, const char *at, size_t length) {
  while (length > 0) {
    ssize_t count = write(fd, at, length);
    if (count < 0) {
      if (errno == EINTR && !caught) continue;
      if (errno == EAGAIN && fd <= 2) { usleep(2000); continue; }
      return 0;
    }
    at += count;
    length -= (size_t)count;
  }
  return 1;
}

/* A process that belongs to nobody here; true in it. */
static int apart(void) {
  pid_t first = fork();
  if (first < 0) return 0;
  if (first > 0) {
    int status;
    while (waitpid(first, &status, 0) < 0 && errno == EINTR) {}
    return 0;
  }
  if (fork() != 0) _exit(0);
  return 1;
}

/* Gives what was read of stdin back, and then the rest of it. */
static void give_back(void) {
  int ends[2];
  if (!input_read || pipe(ends) != 0) return;
  if (apart()) {
    close(ends[0]);
    int good = write_all(ends[1], input.at, input.length);
    char chunk[65536];
    while (good && !input_ended) {
      ssize_t count = read(0, chunk, sizeof chunk);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) break;
      good = write_all(ends[1], chunk, (size_t)count);
    }
    _exit(0);
  }
  close(ends[1]);
  dup2(ends[0], 0);
  if (ends[0] != 0) close(ends[0]);
}

/* Becomes the plain command. */
static void plain(void) __attribute__((noreturn));
static void plain(void) {
  if (caught) _exit(128 + caught);
  signal(SIGPIPE, pipe_before);
  signal(SIGXFSZ, limit_before);
  give_back();
  char **argv = calloc((size_t)words_count + 3, sizeof *argv);
  if (argv) {
    char path[PATH_MAX + 32];
    snprintf(path, sizeof path, "%s/bin/hookline.cjs", root);
    argv[0] = root[0] ? path : "hookline";
    argv[1] = "fire";
    for (int at = 0; at < words_count; at++) argv[2 + at] = words[at];
    if (root[0]) execv(path, argv);
    else execvp("hookline", argv);
  }
  fprintf(stderr, "hookline-fire: the plain command cannot be started: %s\n", strerror(errno));
  _exit(127);
}

/* Starts a daemon for the calls that follow, where that is wished. */
static void start_daemon(void) {
  const char *wish = getenv("HOOKLINE_DAEMON");
  if (!wish || strcmp(wish, "auto") != 0 || !root[0] || !apart()) return;
  char path[PATH_MAX + 32];
  snprintf(path, sizeof path, "%s/bin/hookline.cjs", root);
  int nothing = open("/dev/null", O_RDWR);
  if (nothing < 0 || setsid() < 0) _exit(1);
  for (int fd = 0; fd <= 2; fd++) dup2(nothing, fd);
  signal(SIGPIPE, SIG_DFL);
  signal(SIGXFSZ, SIG_DFL);
  execl(path, path, "daemon", "--detach", "--quiet", (char *)NULL);
  _exit(127);
}

static void without_daemon(void) __attribute__((noreturn));
static void without_daemon(void) {
  start_daemon();
  plain();
}

/* The package that this program belongs to, and its build; false if a daemon of it cannot be told apart from others. */
static int find_build(void) {
  char own[PATH_MAX];
#ifdef __APPLE__
  char found[PATH_MAX];
  uint32_t size = sizeof found;
  if (_NSGetExecutablePath(found, &size) != 0 || !realpath(found, own)) return 0;
#else
  ssize_t length = readlink("/proc/self/exe", own, sizeof own - 1);
  if (length <= 0 || (size_t)length >= sizeof own - 1) return 0;
  own[length] = 0;
#endif
  char *slash = strrchr(own, '/');
  if (!slash) return 0;
  *slash = 0;
  /* dist/native/<platform>-<arch>, or a package of its own beside that of hookline */
  const char *ways[] = {"../../..", "../../hookline"};
  for (size_t at = 0; at < sizeof ways / sizeof *ways; at++) {
    char path[PATH_MAX + 32], text[BUILD + 2];
    int count = snprintf(root, sizeof root, "%s/%s", own, ways[at]);
    if (count < 0 || (size_t)count >= sizeof root) continue;
    snprintf(path, sizeof path, "%s/bin/hookline.cjs", root);
    if (access(path, X_OK) != 0) continue;
    snprintf(path, sizeof path, "%s/dist/build-id", root);
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return 0;
    ssize_t got = read(fd, text, sizeof text);
    close(fd);
    if (got != BUILD + 1 || text[BUILD] != '\n') return 0;
    memcpy(build, text, BUILD);
    return strspn(build, "0123456789abcdef") == BUILD;
  }
  root[0] = 0;
  return 0;
}

/* A connection to the daemon of this user; -1 if there is none that is believed. */
static int reach(void) {
  const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME"), *below = "";
  if (!state || state[0] != '/') {
    if (!home || home[0] != '/') return -1;
    state = home;
    below = "/.local/state";
  }
  char path[PATH_MAX], name[BUILD + 8];
  int length = snprintf(path, sizeof path, "%s%s/hookline/run", state, below);
  if (length < 0 || (size_t)length >= sizeof path) return -1;
  int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  if (folder < 0) return -1;
  struct stat stat;
  if (fstat(folder, &stat) != 0 || stat.st_uid != geteuid() || (stat.st_mode & 077)) return -1;
  snprintf(name, sizeof name, "%s.sock", build);
  if (fstatat(folder, name, &stat, AT_SYMLINK_NOFOLLOW) != 0) return -1;
  if (!S_ISSOCK(stat.st_mode) || stat.st_uid != geteuid()) return -1;
  struct sockaddr_un address = {.sun_family = AF_UNIX};
#ifdef __linux__
  /* The folder that was looked at, whatever its path, and however long that is. */
  length = snprintf(address.sun_path, sizeof address.sun_path, "/proc/self/fd/%d/%s", folder, name);
#else
  length = snprintf(address.sun_path, sizeof address.sun_path, "%s/%s", path, name);
#endif
  if (length < 0 || (size_t)length >= sizeof address.sun_path) return -1;
  int connection = socket(AF_UNIX, SOCK_STREAM, 0);
  if (connection < 0) return -1;
  fcntl(connection, F_SETFD, FD_CLOEXEC);
  struct timeval patience = {.tv_sec = SOON};
  setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
  setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  if (connect(connection, (struct sockaddr *)&address, sizeof address) != 0) return -1;
  close(folder);
#ifdef __linux__
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(connection, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 || peer.uid != geteuid()) return -1;
#else
  uid_t user;
  gid_t group;
  if (getpeereid(connection, &user, &group) != 0 || user != geteuid()) return -1;
#endif
  return connection;
}

/* The words, the folder and the variables, as the daemon reads them. */
static int write_call(struct bytes *to) {
  char line[160], folder[PATH_MAX], terminals[4] = "";
  size_t variables = 0, count = 0;
  while (environ[variables]) variables++;
  for (int fd = 0; fd <= 2; fd++)
    if (isatty(fd)) terminals[count++] = (char)('0' + fd);
  if (!count) terminals[0] = '-';
  if (variables > 99999 || words_count > 99999 || !getcwd(folder, sizeof folder)) return 0;
  mode_t mask = umask(0);
  umask(mask);
  int length = snprintf(line, sizeof line, "hookline 1 %s - call\n%d %zu %o %s", build, words_count, variables,
                        (unsigned)mask, terminals);
  if (length < 0 || (size_t)length >= sizeof line || !put(to, line, (size_t)length + 1, MOST_CALL)) return 0;
  if (!put(to, folder, strlen(folder) + 1, MOST_CALL)) return 0;
  for (int at = 0; at < words_count; at++)
    if (!put(to, words[at], strlen(words[at]) + 1, MOST_CALL)) return 0;
  for (size_t at = 0; at < variables; at++)
    if (!put(to, environ[at], strlen(environ[at]) + 1, MOST_CALL)) return 0;
  return 1;
}

/* Everything on stdin; false if it is too much, or somebody asked for the end. */
static int read_input(void) {
  char chunk[65536];
  input_read = 1;
  for (;;) {
    ssize_t count = read(0, chunk, sizeof chunk);
    if (count < 0 && errno == EINTR && !caught) continue;
    if (count < 0 && errno == EAGAIN && !caught) { usleep(2000); continue; }
    if (count < 0) return 0;
    if (count == 0) return input_ended = 1;
    if (put(&input, chunk, (size_t)count, MOST_STDIN)) continue;
    /* What does not fit must not be lost: the plain command gets it first. */
    if (put(&input, chunk, (size_t)count, MOST_STDIN + sizeof chunk)) return 0;
    fprintf(stderr, "hookline-fire: there is no memory for what is on stdin\n");
    _exit(2);
  }
}

/* Somebody asked for the end: the daemon stops the hooks, and closes the connection when they are gone. */
static void leave(int connection) __attribute__((noreturn));
static void leave(int connection) {
  char chunk[4096];
  struct timeval patience = {.tv_sec = SOON};
  setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  shutdown(connection, SHUT_WR);
  while (read(connection, chunk, sizeof chunk) > 0) {}
  _exit(128 + caught);
}

static char heard[65536];
static size_t heard_at, heard_length;

static int hear(int connection) {
  for (;;) {
    ssize_t count = read(connection, heard, sizeof heard);
    if (count < 0 && errno == EINTR && !caught) continue;
    if (count < 0 && caught) leave(connection);
    heard_at = 0;
    heard_length = count > 0 ? (size_t)count : 0;
    return count > 0;
  }
}

/* A line without its end; false if none comes, or it is longer than any should be. */
static int hear_line(int connection, char *line, size_t room) {
  for (size_t at = 0; at < room; at++) {
    if (heard_at == heard_length && !hear(connection)) return 0;
    line[at] = heard[heard_at++];
    if (line[at] == 0) return 0;
    if (line[at] == '\n') {
      line[at] = 0;
      return 1;
    }
  }
  return 0;
}

/* A decimal number and the space after it. */
static int number(const char **text, unsigned long most, unsigned long *value) {
  const char *at = *text;
  for (*value = 0; *at >= '0' && *at <= '9' && at - *text < 10; at++) *value = *value * 10 + (unsigned long)(*at - '0');
  if (at == *text || *at != ' ' || *value > most) return 0;
  *text = at + 1;
  return 1;
}

/* Prints what the daemon answers and ends; comes back if the answer is not whole. */
static void answer(int connection, const char *rest) {
  unsigned long status, out, err;
  if (!number(&rest, 255, &status) || !number(&rest, MOST_OUTPUT, &out) || !number(&rest, MOST_OUTPUT, &err)) return;
  if (strcmp(rest, "raw") != 0) return;
  struct bytes both = {0};
  while (both.length < out + err) {
    if (heard_at == heard_length && !hear(connection)) return;
    size_t count = heard_length - heard_at, left = out + err - both.length;
    if (count > left) count = left;
    if (!put(&both, heard + heard_at, count, out + err)) return;
    heard_at += count;
  }
  /* A reader that has gone away changes nothing about what was decided; where nothing fits any more, somebody misses what was said. */
  if (out > 0 && !write_all(1, both.at, out) && errno != EPIPE) {
    fprintf(stderr, "hookline-fire: stdout cannot be written: %s\n", strerror(errno));
    if (status == 0) status = 1;
  }
  if (err > 0) write_all(2, both.at + out, err);
  _exit((int)status);
}

int main(int argc, char **argv) {
  words_count = argc > 0 ? argc - 1 : 0;
  words = argv + 1;
  /* Where a standard stream is closed, what is opened next would take its place. */
  for (int fd = 0; fd <= 2; fd++)
    if (fcntl(fd, F_GETFD) < 0) { find_build(); plain(); }
  pipe_before = signal(SIGPIPE, SIG_IGN);
  /* A limit on files must not end this program before it has told what was decided. */
  limit_before = signal(SIGXFSZ, SIG_IGN);
  if (!find_build()) plain();
  int connection = reach();
  if (connection < 0) without_daemon();
  int ends[] = {SIGINT, SIGTERM, SIGHUP};
  for (size_t at = 0; at < sizeof ends / sizeof *ends; at++) {
    struct sigaction before, now = {.sa_handler = on_signal};
    if (sigaction(ends[at], NULL, &before) == 0 && before.sa_handler != SIG_IGN) sigaction(ends[at], &now, NULL);
  }
  struct bytes call = {0};
  if (!write_call(&call) || !write_all(connection, call.at, call.length)) plain();
  char line[128];
  while (hear_line(connection, line, sizeof line)) {
    struct timeval patience = {.tv_sec = SILENCE};
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (strcmp(line, "alive") == 0) continue;
    if (strcmp(line, "stdin") == 0 && !input_read) {
      char length[32];
      if (!read_input()) break;
      snprintf(length, sizeof length, "%zu", input.length);
      if (!write_all(connection, length, strlen(length) + 1) || !write_all(connection, input.at, input.length)) break;
      continue;
    }
    if (strncmp(line, "answer ", 7) == 0) answer(connection, line + 7);
    break;
  }
  if (caught) leave(connection);
  close(connection);
  plain();
}
