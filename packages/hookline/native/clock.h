// Time, in nanoseconds since some moment.
#ifndef HOOKLINE_CLOCK_H
#define HOOKLINE_CLOCK_H

#include <stdint.h>
#include <time.h>

static const uint64_t MILLISECOND = 1000000;
static const uint64_t NEVER = UINT64_MAX;

static inline uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000 + (uint64_t)time.tv_nsec;
}

#endif
