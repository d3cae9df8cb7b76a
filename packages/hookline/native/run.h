// One command that was started, until its end is told.
#ifndef HOOKLINE_RUN_H
#define HOOKLINE_RUN_H

#include "frame.h"
#include "message.h"
#include "strays.h"

enum { TAIL_SIZE = 8 * 1024 };

// Running; ended by itself, while somebody holds its output; being stopped; over, while the engine does not listen; told.
enum phase { RUNNING, DRAINING, STOPPING, WAITING, TOLD };

enum how { BY_EXIT = 0, BY_SIGNAL = 1, BY_DEADLINE = 2, BY_CANCEL = 3 };

// What an event of the poll is about; the lowest bits of where it belongs to.
enum part { PART_OUT = 0, PART_ERR = 1, PART_IN = 2 };

// One of the two outputs: all bytes are counted, the first `cap` are sent, and the last of the others are kept.
struct stream {
  int file;
  // It is not read, because the engine does not listen.
  bool parked;
  uint64_t total;
  uint32_t sent;
  uint8_t *tail;
  uint32_t tail_size;
};

// The commands of one batch: the engine waits for all of them.
struct group {
  uint32_t members, waited_for;
};

struct run {
  struct run *next, *previous;
  struct group *group;
  uint32_t id, cap;
  bool background;
  pid_t pid;
  // Of a shell that has waited: where it says that its command begins; else -1.
  int began;
  int input;
  // Where the rest of the payload lies, while `input` is open.
  struct frame *frame;
  struct text rest;
  struct stream streams[2];
  enum phase phase;
  // Whether its first process has ended; it is not reaped before the end is told, so that nobody else gets its number.
  bool exited;
  enum how how;
  uint32_t code;
  uint64_t started_at, deadline_at, grace, timer_at;
  // While it is stopped: when SIGKILL is due, when it was first sent, and how long to the next look.
  uint64_t kill_at, killed_at, pause;
  int looks;
  struct strays strays;
};

// streams.c
enum took { SOME, NONE, END, PARKED };
enum took read_stream(struct run *run, int index);
void close_stream(struct stream *stream);
void park_stream(struct run *run, int index);
void unpark_stream(struct run *run, int index);
void write_input(struct run *run);
void close_input(struct run *run);
bool streams_are_open(const struct run *run);

// stop.c
void stop_run(struct run *run, enum how how, uint64_t grace);
void continue_stop(struct run *run);

// run.c
void begin_run(struct run *run);
void see_stream(struct run *run, int index);
void see_exit(struct run *run);
void see_timer(struct run *run);
void give_deadline(struct run *run, uint32_t ms);
// Tells the end, after what is still to read was read.
void finish_run(struct run *run);

// watch.c
void watch(int file, struct run *run, enum part part);
void unwatch(int file);
void close_watched(int file);

// runs.c
void run_is_told(struct run *run);

#endif
