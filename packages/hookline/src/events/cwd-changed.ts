import { defineEvent } from "../contract/event.ts";

/** The working directory has changed. */
export const cwdChanged = defineEvent({
  name: "CwdChanged",
  summary: "The working directory has changed.",
  payload: {
    old_cwd: "string",
    new_cwd: "string",
  },
  subject: null,
  deny: "none",
  answer: {
    watchPaths: "string[]?",
  },
  halts: false,
});
