import { defineEvent } from "../contract/event.ts";

/** A directory was added to the session. */
export const directoryAdded = defineEvent({
  name: "DirectoryAdded",
  summary: "A directory was added to the session.",
  payload: {
    directory: "string",
    source: "slash_command|register_repo_root|string",
  },
  subject: "source",
  deny: "none",
  answer: {},
  halts: false,
});
