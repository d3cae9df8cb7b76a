import { createEngine, type Engine, type Hook, type HookTrust } from "../../index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { workingFolder } from "../folder.ts";
import { paintFor, renderDiagnostic } from "../render.ts";
import { defineVerb, UsageError } from "../verb.ts";
import { visibleLine } from "../visible.ts";

/** `hookline trust`: shows the project's hooks that are not approved or have changed since, approves those that are named, or takes approvals back. */
export const trustVerb = defineVerb({
  name: "trust",
  summary: "approve hooks of this project, after you have looked at them",
  examples: [
    "hookline trust            (shows what is not approved yet, and what changed)",
    "hookline trust guard-1    (approves one)",
    "hookline trust --all",
    "hookline trust --revoke guard-1",
  ],
  declare: (command) =>
    command
      .argument("[id...]", "the hooks to approve")
      .option("--all", "approve every hook that is shown")
      .option("--revoke", "take the approvals of these hooks back"),
  async run(ids, options) {
    const engine = await createEngine({ cwd: workingFolder(options) });
    try {
      for (const diagnostic of engine.diagnostics) writeWhole(2, `${renderDiagnostic(diagnostic)}\n`);
      const said =
        options.revoke === true
          ? await revoke(engine, ids, options.all === true)
          : await show(engine, ids, options.all === true);
      if (options.quiet !== true) writeWhole(1, said);
      const problem = engine.trustProblem();
      if (problem) writeWhole(2, `${visibleLine(`hookline: ${problem.why}; ${problem.mend}`)}\n`);
      return engine.mustFail || problem ? 1 : 0;
    } finally {
      await engine.close();
    }
  },
});

async function show(engine: Engine, ids: readonly string[], all: boolean): Promise<string> {
  const waiting = engine.hooks.filter((hook) => engine.distrust(hook) !== null);
  const chosen = all ? waiting : ids.flatMap((id) => find(engine, waiting, id));
  const asked = ids.length > 0 || all;
  const hooks = asked ? chosen : waiting;
  const states = hooks.map((hook) => engine.trustOf(hook));
  if (chosen.length > 0) await engine.approve(chosen);
  return render(engine, hooks, states, asked);
}

async function revoke(engine: Engine, ids: readonly string[], all: boolean): Promise<string> {
  if (ids.length === 0 && !all)
    throw new UsageError("name the hooks whose approvals you take back, or --all");
  if (all) {
    const names = engine.approved();
    const count = await engine.revoke();
    return count === 0 ? "nothing here was approved\n" : names.map(takenBack).join("");
  }
  let lines = "";
  for (const id of ids) {
    const count = await engine.revoke(id);
    lines += count > 0 ? takenBack(id) : `${visibleLine(id)} was not approved here\n`;
  }
  return lines;
}

const takenBack = (id: string) => `not approved any more  ${visibleLine(id)}\n`;

const cannotCover = "names something that an approval cannot cover";

function cut(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}

/** The hooks with an id that wait for approval; none if those that have it need none. */
function find(engine: Engine, waiting: readonly Hook[], id: string): readonly Hook[] {
  if (!engine.hooks.some((hook) => hook.id === id)) {
    throw new UsageError(`there is no hook "${id}"; "hookline list" shows the ids`);
  }
  return waiting.filter((hook) => hook.id === id);
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
    const unsure = engine.uncovered(hook).map((text) => `\n    ${cannotCover}: ${visibleLine(cut(text))}`);
    const files = engine.covers(hook).map((path) => `\n    covers ${visibleLine(path)}`);
    const entry = visibleLine(JSON.stringify(hook.entry));
    const source = paint.dim(visibleLine(hook.source.text));
    return `${shown}  ${visibleLine(hook.id)}  ${source}\n    ${entry}${changed.join("")}${files.join("")}${unsure.join("")}`;
  });
  if (!approved) lines.push(`Approve with "hookline trust ID…" or "hookline trust --all".`);
  return `${lines.join("\n")}\n`;
}
