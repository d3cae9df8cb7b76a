import { defineEvent } from "../contract/event.ts";

/** A watched file has changed. */
export const fileChanged = defineEvent({
  name: "FileChanged",
  summary: "A watched file was changed, added or removed.",
  payload: {
    file_path: "string",
    event: "change|add|unlink",
  },
  subject: "file_path",
  subjectPart: "basename",
  matcher: "narrow",
  deny: "none",
  answer: {
    watchPaths: "string[]?",
  },
  halts: false,
});
