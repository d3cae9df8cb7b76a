#include "runs.h"

#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>

#include "clock.h"
#include "launch.h"
#include "memory.h"
#include "outbox.h"
#include "run.h"
#include "warm.h"

// While this much of payloads waits for readers, no further command is started here.
enum { MOST_KEPT = 256 * 1024 * 1024, MOST_RUNS = 4096 };

// More commands than these have to wait for each other, whatever shells wait for them.
enum { MOST_WARM = 4 };

// Those that run, those whose end was told while they had not ended (the system holds them), and those that are over.
static struct run runs = {.next = &runs, .previous = &runs};
static struct run *over;
static size_t untold, all;

size_t untold_runs(void) {
  return untold;
}

static struct run *find_run(uint32_t id) {
  for (struct run *run = runs.next; run != &runs; run = run->next)
    if (run->id == id && run->phase != TOLD) return run;
  return NULL;
}

static void start_run(const struct command *command, struct text payload, struct frame *frame, struct group *group,
                      bool warm) {
  struct launched launched;
  uint64_t time = now();
  bool full = frames_kept() > MOST_KEPT || all >= MOST_RUNS;
  int error = full ? EAGAIN : 0;
  if (!full && !(warm && launch_warm(command, payload, time, &launched))) error = launch(command, payload, &launched);
  if (error != 0) {
    say_numbers(UNSTARTED, command->id, (uint32_t)error);
    send_by(time);
    return;
  }
  struct run *run = some_memory(NULL, sizeof *run);
  *run = (struct run){
      .next = &runs,
      .previous = runs.previous,
      .group = group,
      .id = command->id,
      .cap = command->cap,
      .background = command->background,
      .pid = launched.pid,
      .began = launched.began,
      .input = launched.input,
      .streams = {{.file = launched.outputs[0]}, {.file = launched.outputs[1]}},
      .started_at = time,
      .deadline_at = time + command->deadline_ms * MILLISECOND,
      .grace = command->grace_ms * MILLISECOND,
  };
  runs.previous->next = run;
  runs.previous = run;
  untold++;
  all++;
  group->members++;
  if (!run->background) group->waited_for++;
  track_strays(&run->strays, run->pid, launched.after, launched.cookie, time);
  watch(run->streams[0].file, run, PART_OUT);
  watch(run->streams[1].file, run, PART_ERR);
  if (run->input >= 0) {
    run->frame = frame;
    use_frame(frame);
    run->rest = (struct text){payload.bytes + launched.written, payload.length - launched.written};
    watch(run->input, run, PART_IN);
  }
  begin_run(run);
}

static void leave_group(struct group *group) {
  if (--group->members == 0) free(group);
}

// Starts the commands that are waited for, and then the others.
static bool start_batch(struct frame *frame) {
  struct group *group = some_memory(NULL, sizeof *group);
  *group = (struct group){.members = 1};
  bool fine = true;
  for (int background = 0; background < 2; background++) {
    struct batch batch = open_batch(frame->bytes, frame->length);
    bool warm = batch.commands_left <= MOST_WARM;
    struct command command;
    while (fine && next_command(&batch, &command)) {
      if (command.background != (background == 1)) continue;
      fine = find_run(command.id) == NULL;
      if (fine) start_run(&command, payload_of(&batch, command.payload), frame, group, warm);
    }
  }
  leave_group(group);
  return fine;
}

bool obey(struct frame *frame) {
  if (!is_message(frame->bytes, frame->length)) return false;
  if (frame->bytes[0] == BATCH) return start_batch(frame);
  // One that has just ended is told of by its end, which is under way.
  struct run *run = find_run(read_number(frame->bytes + 1));
  if (run != NULL && frame->bytes[0] == DEADLINE) give_deadline(run, read_number(frame->bytes + 5));
  if (run != NULL && frame->bytes[0] == CANCEL && run->phase < STOPPING) stop_run(run, BY_CANCEL, run->grace);
  return true;
}

void run_is_told(struct run *run) {
  if (run->phase != TOLD) {
    run->phase = TOLD;
    untold--;
    close_input(run);
    if (run->began >= 0) close(run->began);
    forget_strays(&run->strays);
    for (int i = 0; i < 2; i++) {
      close_stream(&run->streams[i]);
      free(run->streams[i].tail);
    }
    leave_group(run->group);
  }
  if (!run->exited) return;
  waitpid(run->pid, NULL, WNOHANG);
  run->next->previous = run->previous;
  run->previous->next = run->next;
  run->previous = over;
  over = run;
  all--;
}

void sweep(void) {
  while (over != NULL) {
    struct run *run = over;
    over = run->previous;
    free(run);
  }
}

void see_event(uint64_t about) {
  struct run *run = (struct run *)(uintptr_t)(about & ~(uint64_t)3);
  enum part part = about & 3;
  if (run->phase == TOLD) return;
  if (part == PART_IN && run->input >= 0) write_input(run);
  else if (part != PART_IN && run->streams[part].file >= 0) see_stream(run, (int)part);
}

void see_exits(void) {
  for (struct run *run = runs.next, *next; run != &runs; run = next) {
    next = run->next;
    see_exit(run);
  }
}

uint64_t next_timer(void) {
  uint64_t next = NEVER;
  for (const struct run *run = runs.next; run != &runs; run = run->next)
    if (run->timer_at < next) next = run->timer_at;
  return next;
}

void see_timers(void) {
  uint64_t time = now();
  for (struct run *run = runs.next, *next; run != &runs; run = next) {
    next = run->next;
    if (run->timer_at <= time) see_timer(run);
  }
}

void read_on(void) {
  for (struct run *run = runs.next, *next; run != &runs; run = next) {
    next = run->next;
    for (int i = 0; i < 2; i++) unpark_stream(run, i);
    if (run->phase == WAITING) finish_run(run);
  }
}

void end_all(void) {
  for (struct run *run = runs.next, *next; run != &runs; run = next) {
    next = run->next;
    stop_run(run, BY_CANCEL, 0);
  }
}
