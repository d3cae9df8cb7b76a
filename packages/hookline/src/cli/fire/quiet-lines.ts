import type { Decision } from "../../contract/decision.ts";
import { type Paint, paintFor } from "../paint.ts";

/** What people are shown of a decision that no hook had a part in. */
export function quietLines({ event, durationMs }: Decision, paint: Paint = paintFor(1)): string {
  const { bold, green, dim } = paint;
  return `${bold(event)}  ${green(bold("pass"))}  ${dim(`${Math.round(durationMs)} ms`)}\n${dim("  no hook is for this")}\n`;
}
