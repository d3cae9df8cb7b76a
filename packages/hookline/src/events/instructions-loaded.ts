import { defineEvent } from "../contract/event.ts";

/** A file with instructions was loaded. */
export const instructionsLoaded = defineEvent({
  name: "InstructionsLoaded",
  summary: "A file with instructions for the agent was loaded.",
  payload: {
    file_path: "string",
    memory_type: "User|Project|Local|Managed|string",
    load_reason: "session_start|nested_traversal|path_glob_match|include|compact|string",
    globs: "string[]?",
    trigger_file_path: "string?",
    parent_file_path: "string?",
  },
  subject: "load_reason",
  deny: "none",
  answer: {},
  halts: false,
});
