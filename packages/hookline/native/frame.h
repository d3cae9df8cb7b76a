// Frames of the engine: each is kept once, as long as some command still has to read a payload that lies in it.
#ifndef HOOKLINE_FRAME_H
#define HOOKLINE_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct frame {
  uint32_t length, users;
  uint8_t bytes[];
};

// All bytes of the frames that are kept.
size_t frames_kept(void);
void use_frame(struct frame *frame);
void leave_frame(struct frame *frame);

enum received { NOTHING_MORE, FRAME, CLOSED, BROKEN };
// Receives the next frame, which the caller then leaves.
enum received receive_frame(int socket, struct frame **frame);

#endif
