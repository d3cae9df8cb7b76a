#include "run.h"

#include <errno.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"
#include "outbox.h"

// After the process has ended: how long a child of it that holds the output is waited for.
static const uint64_t DRAIN = 500;
// The same, counted from deadline and grace.
static const uint64_t DRAIN_BEYOND = 150;
// How often, and after which time, a process is looked at again that cannot be told yet.
static const int MOST_LOOKS = 10;
static const uint64_t LOOK_AGAIN = 2;
// How long an end waits for those of others of its batch, and the news of a start for the end.
static const uint64_t END_WAITS = 5;
static const uint64_t START_WAITS = 10;
// What is still to read at the end was printed before; somebody who prints for ever is not waited for.
static const int MOST_LAST_READS = 32;

void begin_run(struct run *run) {
  run->phase = RUNNING;
  run->timer_at = run->deadline_at;
  say_numbers(STARTED, run->id, (uint32_t)run->pid);
  send_by(now() + START_WAITS * MILLISECOND);
}

static uint8_t *put_number(uint8_t *at, uint32_t value) {
  write_number(at, value);
  return at + 4;
}

static uint8_t *put_double(uint8_t *at, double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  write_number(at, (uint32_t)bits);
  write_number(at + 4, (uint32_t)(bits >> 32));
  return at + 8;
}

static void say_end(const struct run *run, uint64_t time) {
  const struct strays *strays = &run->strays;
  size_t most = 4 + 18 + 2 * (12 + TAIL_SIZE) + 4 + (strays->alive_count + 1) * 4;
  uint8_t *frame = outbox_room(most), *at = frame + 4;
  *at++ = ENDED;
  at = put_number(at, run->id);
  *at++ = (uint8_t)run->how;
  at = put_number(at, run->code);
  at = put_double(at, (double)(time - run->started_at) / (double)MILLISECOND);
  for (int i = 0; i < 2; i++) {
    const struct stream *stream = &run->streams[i];
    at = put_double(at, (double)stream->total);
    at = put_number(at, stream->tail_size);
    if (stream->tail_size > 0) memcpy(at, stream->tail, stream->tail_size);
    at += stream->tail_size;
  }
  at = put_number(at, (uint32_t)strays->alive_count + (run->exited ? 0 : 1));
  if (!run->exited) at = put_number(at, (uint32_t)run->pid);
  for (size_t i = 0; i < strays->alive_count; i++) at = put_number(at, (uint32_t)strays->alive[i].pid);
  write_number(frame, (uint32_t)(at - frame - 4));
  outbox_add((size_t)(at - frame));
}

void finish_run(struct run *run) {
  run->timer_at = NEVER;
  for (int i = 0; i < 2; i++) {
    if (run->streams[i].file < 0) continue;
    enum took took = SOME;
    for (int count = 0; took == SOME && count < MOST_LAST_READS; count++) took = read_stream(run, i);
    if (took == PARKED) {
      run->phase = WAITING;
      park_stream(run, i);
      return;
    }
    close_stream(&run->streams[i]);
  }
  uint64_t time = now();
  say_end(run, time);
  if (!run->background) run->group->waited_for--;
  send_by(run->group->waited_for == 0 || run->background ? time : time + END_WAITS * MILLISECOND);
  run_is_told(run);
}

// A shell that has waited says so before its command begins.
static bool has_begun(const struct run *run) {
  char byte;
  return run->began < 0 || read(run->began, &byte, 1) == 1;
}

// Its command has not begun: whoever has asked for it may try in another way.
static void give_back(struct run *run) {
  run->timer_at = NEVER;
  say_numbers(UNSTARTED, run->id, EAGAIN);
  if (!run->background) run->group->waited_for--;
  send_by(now());
  run_is_told(run);
}

static void end_by_itself(struct run *run) {
  bool sure = look(&run->strays, now());
  if (!sure && run->looks++ < MOST_LOOKS) run->timer_at = now() + LOOK_AGAIN * MILLISECOND;
  else finish_run(run);
}

void see_stream(struct run *run, int index) {
  switch (read_stream(run, index)) {
    case PARKED: park_stream(run, index); return;
    case SOME:
    case NONE: return;
    case END: close_stream(&run->streams[index]);
  }
  if (run->phase == DRAINING && !streams_are_open(run)) end_by_itself(run);
}

void see_exit(struct run *run) {
  siginfo_t info = {0};
  if (run->exited || waitid(P_PID, (id_t)run->pid, &info, WEXITED | WNOHANG | WNOWAIT) < 0 || info.si_pid == 0) return;
  run->exited = true;
  if (run->phase != RUNNING) {
    if (run->phase == STOPPING) continue_stop(run);
    else if (run->phase == TOLD) run_is_told(run);
    return;
  }
  if (!has_begun(run)) {
    give_back(run);
    return;
  }
  run->phase = DRAINING;
  run->how = info.si_code == CLD_EXITED ? BY_EXIT : BY_SIGNAL;
  run->code = (uint32_t)info.si_status;
  if (!streams_are_open(run)) {
    end_by_itself(run);
    return;
  }
  uint64_t latest = run->deadline_at + run->grace + DRAIN_BEYOND * MILLISECOND;
  run->timer_at = now() + DRAIN * MILLISECOND;
  if (latest < run->timer_at) run->timer_at = latest;
}

void see_timer(struct run *run) {
  enum phase phase = run->phase;
  run->timer_at = NEVER;
  // Who has ended in time, and was only not seen yet, is not late.
  if (phase == RUNNING) see_exit(run);
  if (phase == RUNNING && run->phase == RUNNING) stop_run(run, BY_DEADLINE, run->grace);
  else if (phase == DRAINING) end_by_itself(run);
  else if (phase == STOPPING) continue_stop(run);
}

void give_deadline(struct run *run, uint32_t ms) {
  if (run->phase != RUNNING) return;
  run->deadline_at = run->timer_at = now() + ms * MILLISECOND;
}
