import { createEngine, type Engine, type Hook } from "../../index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { workingFolder } from "../folder.ts";
import { paintFor, renderDiagnostic } from "../render.ts";
import { defineVerb, UsageError } from "../verb.ts";
import { visibleLine } from "../visible.ts";

/** `hookline trust`: shows the project's hooks that are not approved, and approves those that are named. */
export const trustVerb = defineVerb({
  name: "trust",
  summary: "approve hooks of this project, after you have looked at them",
  examples: [
    "hookline trust            (shows what is not approved yet)",
    "hookline trust guard-1    (approves one)",
    "hookline trust --all",
  ],
  declare: (command) =>
    command.argument("[id...]", "the hooks to approve").option("--all", "approve every hook that is shown"),
  async run(ids, options) {
    const engine = await createEngine({ cwd: workingFolder(options) });
    try {
      for (const diagnostic of engine.diagnostics) writeWhole(2, `${renderDiagnostic(diagnostic)}\n`);
      const waiting = engine.hooks.filter((hook) => engine.distrust(hook) !== null);
      const chosen = options.all === true ? waiting : ids.flatMap((id) => find(engine, waiting, id));
      if (chosen.length > 0) await engine.approve(chosen);
      const asked = ids.length > 0 || options.all === true;
      if (options.quiet !== true) writeWhole(1, render(engine, asked ? chosen : waiting, asked));
      return engine.mustFail ? 1 : 0;
    } finally {
      await engine.close();
    }
  },
});

/** The hooks with an id that wait for approval; none if those that have it need none. */
function find(engine: Engine, waiting: readonly Hook[], id: string): readonly Hook[] {
  if (!engine.hooks.some((hook) => hook.id === id)) {
    throw new UsageError(`there is no hook "${id}"; "hookline list" shows the ids`);
  }
  return waiting.filter((hook) => hook.id === id);
}

function render(engine: Engine, hooks: readonly Hook[], approved: boolean): string {
  if (hooks.length === 0) return engine.mustFail ? "" : "nothing here waits for approval\n";
  const paint = paintFor(process.stdout);
  const state = approved ? paint.green("approved") : paint.yellow("not approved");
  const lines = hooks.map((hook) => {
    const files = engine.covers(hook).map((path) => `\n    covers ${visibleLine(path)}`);
    const entry = visibleLine(JSON.stringify(hook.entry));
    const source = paint.dim(visibleLine(hook.source.text));
    return `${state}  ${visibleLine(hook.id)}  ${source}\n    ${entry}${files.join("")}`;
  });
  if (!approved) lines.push(`Approve with "hookline trust ID…" or "hookline trust --all".`);
  return `${lines.join("\n")}\n`;
}
