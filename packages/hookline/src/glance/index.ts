import type { JudgeRoom } from "./judge.ts";

/** The door of this room: what is known of events that no hook is for, or policies alone. */
export { type GlancePlace, glance, type QuietEvent } from "./glance.ts";
export { noteQuiet, type QuietFinding } from "./note-quiet.ts";
export { type Policies, policiesOf } from "./policies.ts";
export { type Asking, quietAnswer } from "./quiet-answer.ts";
export type { JudgeRoom };

/** Loads what judges policies at a glance, for a process that answers many calls. */
export const loadJudge = (): Promise<JudgeRoom> => import("./judge.ts");
