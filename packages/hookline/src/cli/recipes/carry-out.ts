import type { Engine, Hook } from "../../index.ts";
import { renderDiagnostic } from "../render.ts";
import { UsageError } from "../verb.ts";
import type { Place } from "./place.ts";
import type { AddPlan } from "./plan-add.ts";
import { writeAll } from "./write-all.ts";

/** Why what would be written could not be approved, as one line; null if it can. */
export function approvalObstacle(engine: Engine, place: Place): string | null {
  const problem = place.layer === "user" ? null : engine.trustProblem();
  return problem && `it could not be approved: ${problem.why}; ${problem.mend}, or add it with --no-trust`;
}

/** Writes a plan as a whole and approves its hooks, or leaves everything as it was; gives the hooks that are there now. */
export async function carryOut(
  engine: Engine,
  place: Place,
  plan: AddPlan,
  approve: boolean,
): Promise<readonly Hook[]> {
  const ids = plan.added.flatMap(({ hooks }) => hooks);
  const obstacle = approve && ids.length > 0 ? approvalObstacle(engine, place) : null;
  if (obstacle !== null) throw new UsageError(obstacle);
  const before = new Set(errorsOf(engine));
  let added: readonly Hook[] = [];
  try {
    await writeAll(plan.changes, async () => {
      await engine.reload();
      const [wrong] = errorsOf(engine).filter((text) => !before.has(text));
      if (wrong !== undefined) throw new UsageError(`nothing was written: ${wrong}`);
      added = engine.hooks.filter(({ id, source }) => source.file === place.hookFile && ids.includes(id));
      if (added.length < ids.length)
        throw new UsageError(`nothing was written: ${place.shown(place.hookFile)} would not be read`);
      const waiting = added.filter((hook) => engine.distrust(hook) !== null);
      if (approve && waiting.length > 0) await engine.approve(waiting);
    });
  } catch (error) {
    await engine.reload();
    throw error;
  }
  return added;
}

/** What is wrong in the hook files, without the lines, which move when something is added. */
function errorsOf({ diagnostics }: Engine): readonly string[] {
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return errors.map((one) => renderDiagnostic(one).replace(/:\d+:\d+: /, ": "));
}
