import { createEngine, type Engine, type Hook, suggest } from "../../index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { workingFolder } from "../folder.ts";
import { renderDiagnostic } from "../render.ts";
import { UsageError, type VerbOptions } from "../verb.ts";
import { visibleLine } from "../visible.ts";

/** Opens the project's hooks, does something with their trust, and says what is wrong with the files and with the store; gives the exit status. */
export async function withTrust(
  options: VerbOptions,
  action: (engine: Engine) => Promise<string> | string,
): Promise<number> {
  const engine = await createEngine({ cwd: workingFolder(options) });
  try {
    for (const diagnostic of engine.diagnostics) writeWhole(2, `${renderDiagnostic(diagnostic)}\n`);
    const said = await action(engine);
    if (options.quiet !== true) writeWhole(1, said);
    const problem = engine.trustProblem();
    if (problem) writeWhole(2, `${visibleLine(`hookline: ${problem.why}; ${problem.mend}`)}\n`);
    return engine.mustFail || problem ? 1 : 0;
  } finally {
    await engine.close();
  }
}

/** The hooks with an id; two may have the same. */
export function hooksWithId(engine: Engine, id: string): readonly Hook[] {
  const found = engine.hooks.filter((hook) => hook.id === id);
  if (found.length > 0) return found;
  const meant = suggest(
    id,
    engine.hooks.map((hook) => hook.id),
  );
  const hint = meant === null ? '"hookline list" shows the ids' : `did you mean "${visibleLine(meant)}"?`;
  throw new UsageError(`there is no hook "${visibleLine(id)}"; ${hint}`);
}

/** The hooks that wait for approval: nobody has looked at them, or they have changed since. */
export function waitingHooks(engine: Engine): readonly Hook[] {
  return engine.hooks.filter((hook) => engine.distrust(hook) !== null);
}

/** Takes approvals back, and says which. */
export async function revokeHooks(engine: Engine, ids: readonly string[], all: boolean): Promise<string> {
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
