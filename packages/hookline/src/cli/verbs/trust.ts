import { createEngine, type Engine, type Hook } from "../../index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { workingFolder } from "../folder.ts";
import { paintFor } from "../render.ts";
import { defineVerb, UsageError } from "../verb.ts";

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
      const waiting = engine.hooks.filter((hook) => engine.distrust(hook) !== null);
      const chosen = options.all === true ? waiting : ids.map((id) => find(engine, id));
      if (chosen.length > 0) await engine.approve(chosen);
      if (options.quiet !== true)
        writeWhole(1, render(chosen.length > 0 ? chosen : waiting, chosen.length > 0));
      return 0;
    } finally {
      await engine.close();
    }
  },
});

function find(engine: Engine, id: string): Hook {
  const hook = engine.hooks.find((one) => one.id === id);
  if (!hook) throw new UsageError(`there is no hook "${id}"; "hookline list" shows the ids`);
  return hook;
}

function render(hooks: readonly Hook[], approved: boolean): string {
  if (hooks.length === 0) return "every hook of this project is approved\n";
  const paint = paintFor(process.stdout);
  const lines = hooks.map((hook) => {
    const entry = JSON.stringify(hook.entry);
    return `${approved ? paint.green("approved") : paint.yellow("not approved")}  ${hook.id}  ${paint.dim(hook.source.text)}\n    ${entry}`;
  });
  if (!approved) lines.push(`Approve with "hookline trust ID…" or "hookline trust --all".`);
  return `${lines.join("\n")}\n`;
}
