#include "turns.h"

#include <sched.h>
#include <stdbool.h>

static const struct sched_param ordinary = {.sched_priority = 0};
static bool stands_back;

void stand_back(void) {
  // Whoever was started with turns of another kind keeps them, as do its commands.
  if (sched_getscheduler(0) == SCHED_OTHER) stands_back = sched_setscheduler(0, SCHED_BATCH, &ordinary) == 0;
}

void step_forward(void) {
  if (stands_back) sched_setscheduler(0, SCHED_OTHER, &ordinary);
}
