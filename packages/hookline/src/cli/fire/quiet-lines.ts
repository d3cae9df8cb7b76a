import type { Decision } from "../../contract/decision.ts";
import { type Paint, paintFor } from "../paint.ts";
import { visibleLine } from "../visible.ts";

/** What people are shown of a decision that no hook had a part in, or policies that had nothing to say. */
export function quietLines({ event, durationMs, runs }: Decision, paint: Paint = paintFor(1)): string {
  const { bold, green, dim } = paint;
  const lines = runs.map(({ hook, source, type, mode, durationMs: ms }) => {
    const how = mode === "enforce" ? "" : `  (${mode})`;
    return `  ${green("✓")} ${visibleLine(hook)}  ${dim(visibleLine(source))}  ${type}  ${dim(`${Math.round(ms)} ms`)}${how}`;
  });
  const told = lines.length > 0 ? lines : [dim("  no hook is for this")];
  return `${bold(event)}  ${green(bold("pass"))}  ${dim(`${Math.round(durationMs)} ms`)}\n${told.join("\n")}\n`;
}
