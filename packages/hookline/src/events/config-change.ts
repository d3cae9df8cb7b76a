import { defineEvent } from "../contract/event.ts";

/** A changed configuration is about to be applied. */
export const configChange = defineEvent({
  name: "ConfigChange",
  summary: "A settings file or a skill has changed and is about to be applied.",
  payload: {
    source: "user_settings|project_settings|local_settings|policy_settings|skills|string",
    file_path: "string?",
  },
  subject: "source",
  deny: "stop",
  answer: {},
  halts: false,
});
