/* The least that running a hook can cost: vfork and exec, three pipes, poll, wait; no engine, no checks.
   floor PAYLOAD PROGRAM ARGUMENT…: for each line on stdin it runs the program once, with the payload on its stdin, and prints how many
   nanoseconds that took, how many bytes came out, and the status it ended with. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static int64_t now(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return (int64_t)at.tv_sec * 1000000000 + at.tv_nsec;
}

static void quit(const char *what) {
  perror(what);
  exit(1);
}

/* A pipe that no other program inherits. */
static void make_pipe(int ends[2]) {
  if (pipe(ends) != 0) quit("pipe");
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  fcntl(ends[1], F_SETFD, FD_CLOEXEC);
}

/* Runs the program once; gives its status and counts the bytes of both streams. */
static int run_once(char **argv, const char *payload, size_t size, size_t *bytes) {
  int in[2], out[2], err[2];
  make_pipe(in);
  make_pipe(out);
  make_pipe(err);
  pid_t pid = vfork();
  if (pid < 0) quit("vfork");
  if (pid == 0) {
    setsid();
    dup2(in[0], 0);
    dup2(out[1], 1);
    dup2(err[1], 2);
    execve(argv[0], argv, environ);
    _exit(127);
  }
  close(in[0]);
  close(out[1]);
  close(err[1]);
  fcntl(in[1], F_SETFL, O_NONBLOCK);
  struct pollfd ends[3] = {{in[1], POLLOUT, 0}, {out[0], POLLIN, 0}, {err[0], POLLIN, 0}};
  size_t written = 0;
  static char chunk[65536];
  *bytes = 0;
  while (ends[1].fd >= 0 || ends[2].fd >= 0) {
    if (poll(ends, 3, -1) < 0) {
      if (errno == EINTR) continue;
      quit("poll");
    }
    if (ends[0].fd >= 0 && ends[0].revents) {
      ssize_t count = write(ends[0].fd, payload + written, size - written);
      if (count > 0) written += (size_t)count;
      if (written == size || (count < 0 && errno != EAGAIN && errno != EINTR)) {
        close(ends[0].fd);
        ends[0].fd = -1;
      }
    }
    for (int which = 1; which < 3; which++) {
      if (ends[which].fd < 0 || !ends[which].revents) continue;
      ssize_t count = read(ends[which].fd, chunk, sizeof chunk);
      if (count > 0) *bytes += (size_t)count;
      if (count == 0 || (count < 0 && errno != EINTR)) {
        close(ends[which].fd);
        ends[which].fd = -1;
      }
    }
  }
  if (ends[0].fd >= 0) close(ends[0].fd);
  int status = 0;
  while (waitpid(pid, &status, 0) < 0)
    if (errno != EINTR) quit("waitpid");
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

int main(int count, char **arguments) {
  if (count < 3) {
    fprintf(stderr, "usage: floor PAYLOAD PROGRAM ARGUMENT…\n");
    return 2;
  }
  signal(SIGPIPE, SIG_IGN);
  FILE *file = fopen(arguments[1], "r");
  if (!file) quit(arguments[1]);
  static char payload[1 << 20];
  size_t size = fread(payload, 1, sizeof payload, file);
  fclose(file);
  char line[64];
  while (fgets(line, sizeof line, stdin)) {
    size_t bytes;
    int64_t began = now();
    int status = run_once(arguments + 2, payload, size, &bytes);
    printf("%lld %zu %d\n", (long long)(now() - began), bytes, status);
    fflush(stdout);
  }
  return 0;
}
