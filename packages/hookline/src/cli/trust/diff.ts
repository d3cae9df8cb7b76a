import type { Engine, Hook } from "../../index.ts";
import { ago } from "../ago.ts";
import { type Paint, paintFor } from "../render.ts";
import { defineVerb } from "../verb.ts";
import { visibleLine } from "../visible.ts";
import { approvalOf, changesOf } from "./changes.ts";
import { hooksWithId, withTrust } from "./hooks.ts";
import { renderChange } from "./render-change.ts";

/** `hookline trust diff`: what has changed in entries and scripts since they were approved, line by line. */
export const diffVerb = defineVerb({
  name: "diff",
  summary: "show what changed in a hook and its scripts since it was approved, line by line",
  examples: [
    "hookline trust diff            (of every hook that was modified)",
    "hookline trust diff guard-1",
    "",
    "The texts are those that were kept when you approved, of files up to 64 KiB. Exit status: 0, or 1 if there is no such hook, or a",
    "hook file or the store of approvals cannot be read.",
  ],
  declare: (command) => command.argument("[id...]", "the hooks; all that were modified if none is named"),
  run: (ids, options) =>
    withTrust(options, (engine) => {
      const named = ids.flatMap((id) => hooksWithId(engine, id));
      const hooks =
        ids.length > 0 ? named : engine.hooks.filter((hook) => engine.trustOf(hook).state === "modified");
      if (hooks.length === 0) return "no hook has changed since it was approved\n";
      const paint = paintFor(1);
      return `${hooks.flatMap((hook) => renderDiff(engine, hook, paint, options.verbose === true)).join("\n")}\n`;
    }),
});

/** What has changed of one hook, for people. */
export function renderDiff(engine: Engine, hook: Hook, paint: Paint, all: boolean): readonly string[] {
  const { state } = engine.trustOf(hook);
  const name = paint.bold(visibleLine(hook.id));
  const source = paint.dim(visibleLine(hook.source.text));
  if (state === "own" || state === "managed")
    return [`${name}  ${source}  needs no approval: it is ${state === "own" ? "yours" : "the machine's"}`];
  const approval = approvalOf(engine, hook);
  if (!approval) return [`${name}  ${source}  was never approved: "hookline trust" shows it`];
  const when = ago(Date.parse(approval.at));
  if (state === "trusted")
    return [`${name}  ${source}  ${paint.green("has not changed")} since it was approved, ${when}`];
  const changes = changesOf(engine, hook, approval);
  const head = `${paint.yellow("modified")}  ${name}  ${source}  approved ${when}`;
  return [head, ...changes.flatMap((change) => renderChange(change, paint, all))];
}
