import { defineEvent } from "../contract/event.ts";

/** A worktree is to be made; the hook says where it is. */
export const worktreeCreate = defineEvent({
  name: "WorktreeCreate",
  summary: "A worktree is to be made, and the hook makes it.",
  payload: {
    name: "string",
  },
  subject: null,
  deny: "stop",
  answer: {
    worktreePath: "string?",
  },
  text: "worktreePath",
  blockingExit: "nonzero",
  halts: false,
});
