#include <signal.h>

#include "clock.h"
#include "run.h"

// After SIGKILL: what is still there then (waiting inside the kernel, or of another user) is named and left.
static const uint64_t KILL_LIMIT = 200;
static const uint64_t FIRST_PAUSE = 2;
static const uint64_t LONGEST_PAUSE = 20;

// To the group, and to those that left it. The first process is not reaped yet, so its number is that of no other group.
static void send_signal(const struct run *run, int number) {
  kill(-run->pid, number);
  for (size_t i = 0; i < run->strays.alive_count; i++)
    if (run->strays.alive[i].group != run->pid) kill(run->strays.alive[i].pid, number);
}

void continue_stop(struct run *run) {
  uint64_t time = now();
  bool killing = time >= run->kill_at;
  if (killing || run->exited) {
    bool sure = look(&run->strays, time);
    bool all_gone = run->exited && sure && run->strays.alive_count == 0;
    if (all_gone || (run->killed_at != NEVER && time >= run->killed_at + KILL_LIMIT * MILLISECOND)) {
      finish_run(run);
      return;
    }
    if (killing) {
      send_signal(run, SIGKILL);
      if (run->killed_at == NEVER) run->killed_at = time;
    }
  }
  // Until the first process has ended or the grace is over there is nothing to see.
  run->timer_at = killing || run->exited ? time + run->pause : run->kill_at;
  if (!killing && run->timer_at > run->kill_at) run->timer_at = run->kill_at;
  if (run->pause < LONGEST_PAUSE * MILLISECOND) run->pause *= 2;
}

void stop_run(struct run *run, enum how how, uint64_t grace) {
  if (run->phase >= WAITING) return;
  uint64_t time = now();
  if (run->phase == STOPPING) {
    // It cannot be stopped twice, only sooner.
    if (time + grace < run->kill_at) run->kill_at = time + grace;
    continue_stop(run);
    return;
  }
  run->phase = STOPPING;
  run->how = how;
  run->kill_at = time + grace;
  run->killed_at = NEVER;
  run->pause = FIRST_PAUSE * MILLISECOND;
  if (grace > 0) {
    look(&run->strays, time);
    send_signal(run, SIGTERM);
    // A stopped process cannot die of SIGTERM, so it is woken.
    send_signal(run, SIGCONT);
  }
  continue_stop(run);
}
