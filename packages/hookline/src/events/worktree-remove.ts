import { defineEvent } from "../contract/event.ts";

/** A worktree is to be removed. */
export const worktreeRemove = defineEvent({
  name: "WorktreeRemove",
  summary: "A worktree is to be removed, and the hook removes it.",
  payload: {
    worktree_path: "string",
  },
  subject: null,
  deny: "stop",
  answer: {},
  blockingExit: "nonzero",
  halts: false,
});
