#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// A line of /proc/…/stat: the name has 64 bytes at most, and each of some fifty numbers twenty digits.
enum { STAT_SIZE = 2048 };

// The fields of /proc/…/stat that we look at, counted from the third on.
enum { STATE = 0, PARENT = 1, GROUP = 2, SESSION = 3, START = 19, MEMORY = 20, ENV_START = 47, ENV_END = 48, FIELDS = 49 };

static bool read_fields(pid_t pid, char *state, uint64_t fields[FIELDS]) {
  char path[32], line[STAT_SIZE];
  snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  ssize_t size = read(file, line, sizeof line - 1);
  close(file);
  if (size <= 0) return false;
  line[size] = 0;
  // The program's name comes second, in parentheses, and may hold parentheses and spaces itself.
  char *at = strrchr(line, ')');
  if (at == NULL || at[1] != ' ') return false;
  at += 2;
  *state = *at;
  for (int i = 1; i < FIELDS; i++) {
    at = strchr(at, ' ');
    if (at == NULL) return false;
    fields[i] = strtoull(++at, NULL, 10);
  }
  return true;
}

bool read_process(pid_t pid, struct process *process) {
  uint64_t fields[FIELDS];
  char state;
  if (!read_fields(pid, &state, fields)) return false;
  *process = (struct process){
      .pid = pid,
      .parent = (pid_t)fields[PARENT],
      .group = (pid_t)fields[GROUP],
      .session = (pid_t)fields[SESSION],
      .start = fields[START],
      .dead = state == 'Z' || state == 'X',
  };
  return true;
}

bool is_process(pid_t pid) {
  return syscall(SYS_tgkill, pid, pid, 0) == 0 || errno != ESRCH;
}

// Why an environment has no bytes.
static enum answer why_empty(pid_t pid) {
  uint64_t fields[FIELDS];
  char state;
  // A thread of the kernel has no memory.
  if (!read_fields(pid, &state, fields) || fields[MEMORY] == 0) return HOLDS_NOT;
  return fields[ENV_START] == fields[ENV_END] && fields[ENV_END] != 0 ? EMPTY : UNSET;
}

enum answer environment_holds(pid_t pid, const char *text) {
  static char buffer[65536];
  char path[32];
  snprintf(path, sizeof path, "/proc/%d/environ", (int)pid);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return HOLDS_NOT;
  // What is looked for may lie on the border of two pieces, so the end of one is the beginning of the next.
  size_t length = strlen(text), kept = 0;
  bool any = false, found = false, failed = false;
  while (!found) {
    ssize_t size = read(file, buffer + kept, sizeof buffer - kept);
    if (size < 0 && errno == EINTR) continue;
    failed = size < 0;
    if (size <= 0) break;
    any = true;
    size_t whole = kept + (size_t)size;
    found = length > 0 && memmem(buffer, whole, text, length) != NULL;
    kept = whole < length ? whole : length;
    memmove(buffer, buffer + whole - kept, kept);
  }
  close(file);
  if (found) return HOLDS;
  return any || failed ? HOLDS_NOT : why_empty(pid);
}

pid_t newest_process(void) {
  // It is asked after every command, so the file stays open.
  static int file = -1;
  char line[128];
  if (file < 0) file = open("/proc/loadavg", O_RDONLY | O_CLOEXEC);
  ssize_t size = file < 0 ? -1 : pread(file, line, sizeof line - 1, 0);
  if (size <= 0) return 0;
  line[size] = 0;
  char *last = strrchr(line, ' ');
  return last == NULL ? 0 : (pid_t)strtol(last, NULL, 10);
}
