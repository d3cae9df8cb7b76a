#include "strays.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "memory.h"

enum {
  // Numbers of processes are below this on every Linux.
  MOST_PROCESSES = 4 * 1024 * 1024,
  // So many numbers are tried one by one; to list all processes costs as much.
  MOST_TRIED = 2048,
};

// A command that is older may have seen the numbers of all processes given anew, more than once.
static const uint64_t WRAP_AGE = 10000000000;

// The first processes of all commands that run, a bit for each number: whatever is in the session of one of them is of that command alone.
static uint8_t leaders[MOST_PROCESSES / 8];

static bool is_leader(pid_t pid) {
  return pid > 0 && pid < MOST_PROCESSES && (leaders[pid / 8] & 1 << pid % 8) != 0;
}

void set_apart(pid_t leader, bool apart) {
  if (leader <= 0 || leader >= MOST_PROCESSES) return;
  uint8_t *byte = &leaders[leader / 8], bit = (uint8_t)(1 << leader % 8);
  *byte = (uint8_t)(apart ? *byte | bit : *byte & ~bit);
}

// Those that are looked at just now; `taken` are those of the command.
static struct candidate {
  struct process process;
  bool taken;
} *candidates;
// The first `named` of them were named by the look before.
static size_t count, room, named;

void track_strays(struct strays *strays, pid_t leader, pid_t after, const char *cookie, uint64_t now) {
  if (after == 0) after = leader;
  *strays = (struct strays){.leader = leader, .after = after, .judged = after, .seen = after, .started_at = now};
  memcpy(strays->cookie, cookie, strlen(cookie) + 1);
  set_apart(leader, true);
}

void forget_strays(struct strays *strays) {
  set_apart(strays->leader, false);
  free(strays->alive);
  free(strays->undecided);
  strays->alive = NULL;
  strays->undecided = NULL;
  strays->alive_count = strays->alive_room = strays->undecided_count = strays->undecided_room = 0;
}

static void add_candidate(const struct strays *strays, pid_t pid) {
  struct process process;
  if (pid == strays->leader || pid == getpid() || !is_process(pid)) return;
  for (size_t i = 0; i < named; i++)
    if (candidates[i].process.pid == pid) return;
  if (!read_process(pid, &process) || process.dead) return;
  MAKE_ROOM(candidates, count, room);
  candidates[count++] = (struct candidate){process, false};
}

// One of which nothing is known yet: most are of another command, or gone.
static void add_fresh(const struct strays *strays, pid_t pid) {
  if (is_leader(pid) || !is_process(pid)) return;
  pid_t session = getsid(pid);
  if (session != strays->leader && is_leader(session)) return;
  add_candidate(strays, pid);
}

// Adds all processes after `from` up to `to`; all there are if `to` is not beyond `from`.
static void add_between(const struct strays *strays, pid_t from, pid_t to) {
  if (to > from && to - from <= MOST_TRIED) {
    for (pid_t pid = from + 1; pid <= to; pid++) add_fresh(strays, pid);
    return;
  }
  DIR *folder = opendir("/proc");
  if (folder == NULL) return;
  for (struct dirent *entry; (entry = readdir(folder)) != NULL;) {
    pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
    if (pid > 0 && (to <= from || (pid > from && pid <= to))) add_fresh(strays, pid);
  }
  closedir(folder);
}

// Gathers who may be of the command; false if nothing has happened since it was started.
static bool gather(struct strays *strays, uint64_t now) {
  pid_t newest = newest_process();
  bool fresh = newest != strays->judged;
  if (!fresh && strays->alive_count == 0 && strays->undecided_count == 0) return false;
  count = named = 0;
  for (size_t i = 0; i < strays->alive_count; i++) add_candidate(strays, strays->alive[i].pid);
  for (size_t i = 0; i < strays->undecided_count; i++) add_candidate(strays, strays->undecided[i]);
  named = count;
  bool aged = strays->judged == strays->after && now - strays->started_at > WRAP_AGE;
  bool wrapped = newest == 0 || newest < strays->judged || aged;
  if (fresh) add_between(strays, strays->judged, wrapped ? 0 : newest);
  strays->judged = strays->seen;
  strays->seen = newest == 0 ? strays->leader : newest;
  return true;
}

static bool was_alive(const struct strays *strays, const struct process *process) {
  for (size_t i = 0; i < strays->alive_count; i++)
    if (strays->alive[i].pid == process->pid) return strays->alive[i].start == process->start;
  return false;
}

static bool was_undecided(const struct strays *strays, pid_t pid) {
  for (size_t i = 0; i < strays->undecided_count; i++)
    if (strays->undecided[i] == pid) return true;
  return false;
}

static bool is_child_of_taken(const struct strays *strays, pid_t parent) {
  if (parent == strays->leader) return true;
  for (size_t i = 0; i < count; i++)
    if (candidates[i].taken && candidates[i].process.pid == parent) return true;
  return false;
}

bool look(struct strays *strays, uint64_t now) {
  if (!gather(strays, now)) return true;
  pid_t *unsure = NULL;
  size_t unsure_count = 0, unsure_room = 0;
  for (size_t i = 0; i < count; i++) {
    const struct process *one = &candidates[i].process;
    candidates[i].taken =
        was_alive(strays, one) || one->session == strays->leader || one->group == strays->leader;
    if (candidates[i].taken || is_leader(one->session) || strays->cookie[0] == 0) continue;
    enum answer answer = environment_holds(one->pid, strays->cookie);
    candidates[i].taken = answer == HOLDS;
    // An environment that is empty at two looks is an empty one.
    if (answer != UNSET && (answer != EMPTY || was_undecided(strays, one->pid))) continue;
    MAKE_ROOM(unsure, unsure_count, unsure_room);
    unsure[unsure_count++] = one->pid;
  }
  for (bool more = true; more;) {
    more = false;
    for (size_t i = 0; i < count; i++)
      if (!candidates[i].taken && is_child_of_taken(strays, candidates[i].process.parent))
        more = candidates[i].taken = true;
  }
  strays->alive_count = strays->undecided_count = 0;
  for (size_t i = 0; i < count; i++) {
    if (!candidates[i].taken) continue;
    MAKE_ROOM(strays->alive, strays->alive_count, strays->alive_room);
    strays->alive[strays->alive_count++] = candidates[i].process;
  }
  for (size_t i = 0; i < unsure_count; i++) {
    bool taken = false;
    for (size_t j = 0; j < count; j++) taken = taken || (candidates[j].taken && candidates[j].process.pid == unsure[i]);
    if (taken) continue;
    MAKE_ROOM(strays->undecided, strays->undecided_count, strays->undecided_room);
    strays->undecided[strays->undecided_count++] = unsure[i];
  }
  free(unsure);
  return strays->undecided_count == 0;
}
