import type { Paint } from "../render.ts";
import { visible, visibleLine } from "../visible.ts";
import type { Place } from "./place.ts";
import type { AddPlan } from "./plan-add.ts";
import type { FileChange } from "./write-all.ts";

/** How much of what is written is shown: the blocks, the scripts as well, or the cases as well. */
export type Detail = "blocks" | "scripts" | "all";

/** What adding recipes would write, for people: the block of each, its script, and its cases. */
export function renderPlan(plan: AddPlan, place: Place, paint: Paint, detail: Detail): string {
  const lines: string[] = [];
  const file = visibleLine(place.shown(place.hookFile));
  for (const { choice, parts } of plan.added) {
    const { recipe, id, tools } = choice;
    const using = tools.length > 0 ? ` (${tools.join(", ")})` : "";
    lines.push(`${paint.bold(id)}  ${recipe.summary}${using}`, "", `${paint.bold(file)} gets`);
    const block = { ...parts.top, ...(Object.keys(parts.hooks).length > 0 && { hooks: parts.hooks }) };
    lines.push(...indented(JSON.stringify(block, null, 2)), "");
    if (parts.script !== undefined) {
      const path = paint.bold(visibleLine(place.shown(place.script(id).path)));
      const count = parts.script.trimEnd().split("\n").length;
      lines.push(detail === "blocks" ? `${path} is new: ${count} lines (-v shows them)` : `${path} is new`);
      if (detail !== "blocks") lines.push(...indented(parts.script).map(paint.dim));
      lines.push("");
    }
    const cases = place.cases(id);
    if (cases !== null && parts.cases.length > 0) {
      lines.push(`${paint.bold(visibleLine(place.shown(cases)))} is new, with the cases`);
      if (detail === "all") lines.push(...indented(JSON.stringify(parts.cases, null, 2)).map(paint.dim));
      else lines.push(...parts.cases.map(({ name }) => `  ${paint.dim(visibleLine(String(name)))}`));
      lines.push("");
    }
    for (const note of parts.notes) lines.push(`${paint.yellow("note")}  ${note}`, "");
  }
  return lines.length === 0 ? "" : `${lines.join("\n").trimEnd()}\n`;
}

/** The paths that change, as people read them. */
export function changedPaths(changes: readonly FileChange[], place: Place): readonly string[] {
  return changes.flatMap(({ path, before, after }) => (before === after ? [] : [place.shown(path)]));
}

function indented(text: string): string[] {
  return visible(text)
    .trimEnd()
    .split("\n")
    .map((line) => (line === "" ? "" : `  ${line}`));
}
