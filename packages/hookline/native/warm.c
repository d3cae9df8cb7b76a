#include "warm.h"

#include <string.h>

#include "clock.h"
#include "memory.h"
#include "shell.h"

enum {
  // Each takes a quarter of a megabyte.
  MOST_SHELLS = 16,
  MOST_OF_ONE = 4,
  // So many commands are remembered.
  MOST_KNOWN = 64,
  // One that came once may never come again.
  LEAST_USES = 2,
  // A command whose shells ended so often has none: its text may be none of a shell.
  MOST_FAILURES = 3,
};

// In milliseconds: a command that did not come for so long is forgotten, or makes room for another one; and the pause while none can be started.
static const uint64_t IDLE = 60000, STALE = 5000, PAUSE = 2000;

// All shells for one command, and how it is used.
struct known {
  uint8_t *arguments, *environment;
  uint32_t length, environment_length;
  uint64_t last_use;
  uint32_t uses, failures;
  // How many of its shells are of use: one more whenever there was none.
  int wanted, count;
  struct shell shells[MOST_OF_ONE];
};

static struct known all_known[MOST_KNOWN];
static int known_count, shell_count;
static uint64_t not_before;
static bool closed;

static void end_shells(struct known *known) {
  shell_count -= known->count;
  while (known->count > 0) end_shell(&known->shells[--known->count]);
}

static void forget(struct known *known) {
  end_shells(known);
  free(known->arguments);
  free(known->environment);
  *known = all_known[--known_count];
}

// The one of these arguments; a new one takes the place of the one that was not used for longest.
static struct known *known_of(struct text arguments) {
  struct known *oldest = &all_known[0];
  for (int i = 0; i < known_count; i++) {
    struct known *known = &all_known[i];
    if (known->length == arguments.length && memcmp(known->arguments, arguments.bytes, arguments.length) == 0) return known;
    if (known->last_use < oldest->last_use) oldest = known;
  }
  if (known_count == MOST_KNOWN) forget(oldest);
  struct known *known = &all_known[known_count++];
  *known = (struct known){.arguments = some_memory(NULL, arguments.length), .length = arguments.length, .wanted = 1};
  memcpy(known->arguments, arguments.bytes, arguments.length);
  return known;
}

// The shell of a command that was started last, if it lives.
static struct shell *living_shell(struct known *known) {
  while (known->count > 0) {
    struct shell *shell = &known->shells[known->count - 1];
    enum waits waits = still_waits(shell);
    if (waits == WAITS) return shell;
    if (waits == ENDED_ITSELF) known->failures++;
    known->count--;
    shell_count--;
  }
  return NULL;
}

static void note_use(struct known *known, struct text environment, bool missed, uint64_t time) {
  known->last_use = time;
  known->uses++;
  if (missed && known->uses > LEAST_USES && known->wanted < MOST_OF_ONE) known->wanted++;
  known->environment = some_memory(known->environment, environment.length + 1);
  memcpy(known->environment, environment.bytes, environment.length);
  known->environment_length = environment.length;
}

bool launch_warm(const struct command *command, struct text payload, uint64_t time, struct launched *launched) {
  if (closed || !can_wait(command->arguments)) return false;
  struct known *known = known_of(command->arguments);
  const struct shell *shell = living_shell(known);
  bool goes_on = shell != NULL && let_go_on(shell, command, payload, launched);
  if (goes_on) {
    known->count--;
    shell_count--;
  }
  note_use(known, command->environment, shell == NULL, time);
  return goes_on;
}

static bool is_wanting(const struct known *known) {
  return known->uses >= LEAST_USES && known->failures < MOST_FAILURES && known->count < known->wanted;
}

// Of those that want a shell, the one that was used last.
static struct known *next_wanting(void) {
  struct known *next = NULL;
  for (int i = 0; i < known_count && !closed; i++)
    if (is_wanting(&all_known[i]) && (next == NULL || all_known[i].last_use > next->last_use)) next = &all_known[i];
  return next;
}

// Of those that have shells, the one that was not used for longest.
static struct known *oldest_holder(void) {
  struct known *oldest = NULL;
  for (int i = 0; i < known_count; i++)
    if (all_known[i].count > 0 && (oldest == NULL || all_known[i].last_use < oldest->last_use)) oldest = &all_known[i];
  return oldest;
}

// When there is room for a shell of this one. Room is made where it is not used any more, and only for what is: else they would push each other out.
static uint64_t room_at(const struct known *known, uint64_t time) {
  if (shell_count < MOST_SHELLS) return not_before;
  uint64_t in_use_until = known->last_use + STALE * MILLISECOND;
  uint64_t free_at = oldest_holder()->last_use + STALE * MILLISECOND;
  if (free_at < not_before) free_at = not_before;
  return time < in_use_until && free_at < in_use_until ? free_at : NEVER;
}

uint64_t next_warming(uint64_t time) {
  uint64_t next = NEVER;
  for (int i = 0; i < known_count; i++)
    if (all_known[i].last_use + IDLE * MILLISECOND < next) next = all_known[i].last_use + IDLE * MILLISECOND;
  const struct known *known = next_wanting();
  uint64_t start = known == NULL ? NEVER : room_at(known, time);
  return start < next ? start : next;
}

void warm_up(uint64_t time) {
  for (int i = known_count - 1; i >= 0; i--)
    if (time - all_known[i].last_use >= IDLE * MILLISECOND) forget(&all_known[i]);
  struct known *known = next_wanting();
  if (known == NULL || time < room_at(known, time)) return;
  if (shell_count >= MOST_SHELLS) end_shells(oldest_holder());
  struct shell *shell = &known->shells[known->count];
  struct text arguments = {known->arguments, known->length};
  struct text environment = {known->environment, known->environment_length};
  if (start_shell(arguments, environment, shell) != 0) {
    not_before = time + PAUSE * MILLISECOND;
    return;
  }
  known->count++;
  shell_count++;
}

void end_warm(void) {
  closed = true;
  while (known_count > 0) forget(&all_known[0]);
}
