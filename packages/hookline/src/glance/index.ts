/** The door of this room: what is known of events that no hook is for. */
export { type GlancePlace, glance, type QuietEvent } from "./glance.ts";
export { noteQuiet, type QuietFinding } from "./note-quiet.ts";
export { quietAnswer } from "./quiet-answer.ts";
