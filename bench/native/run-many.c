/*
 * Starts programs in turns and tells how long each took, in nanoseconds, from before it was started until it was gone: what a caller
 * pays that starts processes as fast as the system can. Node itself takes longer to start a program than a small program takes.
 *
 *   run-many SHOTS STDIN -- PROGRAM ARG... -- PROGRAM ARG...
 *
 * One line a shot: the exit status of each program, and its time. Their stdin is the file STDIN, their stdout /dev/null.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static void run(char **argv, const char *input) {
  int in = open(input, O_RDONLY), out = open("/dev/null", O_WRONLY), status = 0;
  long long began = now();
  pid_t child = vfork();
  if (child == 0) {
    dup2(in, 0);
    dup2(out, 1);
    execve(argv[0], argv, environ);
    _exit(127);
  }
  if (child < 0 || waitpid(child, &status, 0) < 0) exit(1);
  printf("%d %lld ", WIFEXITED(status) ? WEXITSTATUS(status) : -1, now() - began);
  close(in);
  close(out);
}

int main(int argc, char **argv) {
  char **programs[16];
  int count = 0;
  if (argc < 5) return 1;
  for (int at = 3; at < argc; at++) {
    if (strcmp(argv[at], "--") != 0) continue;
    argv[at] = NULL;
    if (count < 16) programs[count++] = argv + at + 1;
  }
  for (int shot = 0, shots = atoi(argv[1]); shot < shots; shot++) {
    for (int at = 0; at < count; at++) run(programs[(at + shot) % count], argv[2]);
    printf("\n");
  }
  return 0;
}
