// Memory that is there, or the end: without any, the helper ends, and what it has started with it.
#ifndef HOOKLINE_MEMORY_H
#define HOOKLINE_MEMORY_H

#include <stdlib.h>
#include <unistd.h>

static inline void *some_memory(void *before, size_t size) {
  void *memory = realloc(before, size);
  if (memory == NULL) _exit(71);
  return memory;
}

// Makes room for one more item in an array that doubles.
#define MAKE_ROOM(array, count, room)                                        \
  do {                                                                       \
    if ((count) == (room)) {                                                 \
      (room) = (room) == 0 ? 8 : (room) * 2;                                 \
      (array) = some_memory((array), (size_t)(room) * sizeof *(array));      \
    }                                                                        \
  } while (0)

#endif
