import type { Engine, Hook, HookTrust } from "../../index.ts";
import { paintFor } from "../render.ts";
import { visibleLine } from "../visible.ts";
import { hooksWithId, waitingHooks } from "./hooks.ts";

const cannotCover = "names something that an approval cannot cover";

/** Shows what waits for approval, or approves what is named and shows that. */
export async function showHooks(engine: Engine, ids: readonly string[], all: boolean): Promise<string> {
  const waiting = waitingHooks(engine);
  for (const id of ids) hooksWithId(engine, id);
  const chosen = all ? waiting : waiting.filter(({ id }) => ids.includes(id));
  const asked = ids.length > 0 || all;
  const hooks = asked ? chosen : waiting;
  const states = hooks.map((hook) => engine.trustOf(hook));
  if (asked && chosen.length > 0) await engine.approve(chosen);
  return render(engine, hooks, states, asked);
}

function render(
  engine: Engine,
  hooks: readonly Hook[],
  states: readonly HookTrust[],
  approved: boolean,
): string {
  if (hooks.length === 0) return engine.mustFail ? "" : "nothing here waits for approval\n";
  const paint = paintFor(1);
  const lines = hooks.map((hook, index) => {
    const { state = "untrusted", changes = [] } = states[index] ?? {};
    const word = state === "modified" ? "modified" : "not approved";
    const shown = approved ? paint.green("approved") : paint.yellow(word);
    const changed = changes.map((text) => `\n    since it was approved, ${visibleLine(text)}`);
    const files = engine.covers(hook).map((path) => `\n    covers ${visibleLine(path)}`);
    const entry = visibleLine(JSON.stringify(hook.entry));
    const source = paint.dim(visibleLine(hook.source.text));
    return `${shown}  ${visibleLine(hook.id)}  ${source}\n    ${entry}${changed.join("")}${files.join("")}${uncovered(engine, hook)}`;
  });
  if (!approved) {
    lines.push(`Approve with "hookline trust ID…" or "hookline trust --all".`);
    if (states.some(({ state }) => state === "modified"))
      lines.push(`"hookline trust diff" shows what changed, line by line.`);
  }
  return `${lines.join("\n")}\n`;
}

/** What an approval of a hook cannot cover, one line each. */
export function uncovered(engine: Engine, hook: Hook): string {
  return engine
    .uncovered(hook)
    .map(
      (text) => `\n    ${cannotCover}: ${visibleLine(text.length > 200 ? `${text.slice(0, 200)}…` : text)}`,
    )
    .join("");
}
