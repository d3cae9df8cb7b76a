// Starts commands for an engine, which speaks to it through the socket that is descriptor 3; ends everything when that closes.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "clock.h"
#include "outbox.h"
#include "message.h"
#include "runs.h"
#include "turns.h"
#include "warm.h"

enum { SOCKET = 3, VERSION = 1, MOST_EVENTS = 64, WRONG = 2 };

// What the poll says about the socket, and about processes that have ended; no command lies at such an address.
static const uint64_t ABOUT_SOCKET = 0, ABOUT_ENDS = 4;

// The engine is there, and speaks sense.
static bool listening = true;
static int status = 0;

// Files, signals and streams are as a program expects them, whoever has started us.
static bool set_up(void) {
  for (int file = 0; file < 3; file++)
    if (fcntl(file, F_GETFD) < 0 && open("/dev/null", O_RDWR) != file) return false;
  for (int number = 1; number < 32; number++) signal(number, SIG_DFL);
  // A command that closes its stdin does not end us.
  signal(SIGPIPE, SIG_IGN);
  stand_back();
  return fcntl(SOCKET, F_SETFD, FD_CLOEXEC) == 0;
}

// A file that can be read when some process of ours has ended.
static int open_ends(void) {
  sigset_t ends;
  sigemptyset(&ends);
  sigaddset(&ends, SIGCHLD);
  sigprocmask(SIG_SETMASK, &ends, NULL);
  return signalfd(-1, &ends, SFD_CLOEXEC | SFD_NONBLOCK);
}

static void see_ends(int ends) {
  // One signal may stand for many ends, so it is only a reason to look.
  struct signalfd_siginfo signals[16];
  while (read(ends, signals, sizeof signals) == (ssize_t)sizeof signals) continue;
  see_exits();
}

static bool add(int poll, int file, uint64_t about) {
  struct epoll_event event = {.events = EPOLLIN, .data.u64 = about};
  return epoll_ctl(poll, EPOLL_CTL_ADD, file, &event) == 0;
}

static void hang_up(int poll, int with) {
  if (!listening) return;
  listening = false;
  status = with;
  epoll_ctl(poll, EPOLL_CTL_DEL, SOCKET, NULL);
  outbox_close();
  end_warm();
  end_all();
  // Those that were only waiting to be told.
  read_on();
}

static void hear(int poll) {
  struct frame *frame;
  while (listening) {
    enum received received = receive_frame(SOCKET, &frame);
    if (received == NOTHING_MORE) return;
    if (received != FRAME) {
      hang_up(poll, received == CLOSED ? 0 : WRONG);
      return;
    }
    bool sense = obey(frame);
    leave_frame(frame);
    if (!sense) hang_up(poll, WRONG);
  }
}

// Sends what has gathered; while the socket takes no more, the poll tells when it does again.
static void speak(int poll) {
  static bool waiting;
  bool was_full = outbox_is_full();
  if (!outbox_send(SOCKET)) hang_up(poll, 0);
  if (!listening) return;
  if (waiting == outbox_is_empty()) {
    waiting = !waiting;
    struct epoll_event event = {.events = waiting ? EPOLLIN | EPOLLOUT : EPOLLIN, .data.u64 = ABOUT_SOCKET};
    epoll_ctl(poll, EPOLL_CTL_MOD, SOCKET, &event);
  }
  if (was_full && !outbox_is_full()) read_on();
}

// How long the poll may take, in milliseconds: no longer than to the next thing that is due.
static int patience(void) {
  uint64_t time = now(), next = next_timer(), warming = next_warming(time);
  if (warming < next) next = warming;
  if (listening && send_time() < next) next = send_time();
  if (next == NEVER) return -1;
  if (next <= time) return 0;
  uint64_t ms = (next - time + MILLISECOND - 1) / MILLISECOND;
  return ms > 60000 ? 60000 : (int)ms;
}

int main(void) {
  struct epoll_event events[MOST_EVENTS];
  if (!set_up()) return WRONG;
  int poll = epoll_create1(EPOLL_CLOEXEC), ends = open_ends();
  if (!add(poll, SOCKET, ABOUT_SOCKET) || !add(poll, ends, ABOUT_ENDS)) return WRONG;
  open_runs(poll);
  say_numbers(HELLO, VERSION, (uint32_t)getpid());
  speak(poll);
  while (listening || untold_runs() > 0) {
    int count = epoll_wait(poll, events, MOST_EVENTS, patience());
    bool writable = false;
    for (int i = 0; i < count; i++) {
      if (events[i].data.u64 == ABOUT_ENDS) see_ends(ends);
      else if (events[i].data.u64 != ABOUT_SOCKET) see_event(events[i].data.u64);
      else {
        writable = (events[i].events & EPOLLOUT) != 0;
        if ((events[i].events & ~(uint32_t)EPOLLOUT) != 0) hear(poll);
      }
    }
    if (count == 0) warm_up(now());
    see_timers();
    if (listening && (writable || send_time() <= now())) speak(poll);
    sweep();
  }
  return status;
}
