import { chooseSpawn, type SpawnKind, spawnKinds } from "../../system/process/choose-host.ts";
import { helperProblem } from "../../system/process/helper/probe.ts";
import { defineCheck } from "./check.ts";

const names: { readonly [kind in SpawnKind]: string } = {
  native: "the native helper, a small process beside the agent, starts commands",
  pool: "a helper of Node with warm shells starts commands",
  direct: "the agent's own process starts commands",
};

/** How an agent that uses the engine starts the commands of hooks, and why; `hookline fire` starts them itself unless it is told otherwise. */
export const spawnCheck = defineCheck({
  name: "spawn",
  summary: "how commands are started",
  async run({ engine, env = process.env }) {
    const { kind, why, program } = chooseSpawn(env);
    const { HOOKLINE_SPAWN: asked } = env;
    const where = asked ? "HOOKLINE_SPAWN" : "commands";
    const problem = program && (await helperProblem(program));
    if (problem !== null) {
      const what = `${names[kind]}, and it does not work: ${problem}; until it does, ${names.direct}`;
      return [
        { severity: "warning", where, what, mend: "install hookline again, or export HOOKLINE_SPAWN=direct" },
      ];
    }
    const what = `${names[kind]} (${kind}): ${why}`;
    // Somebody has asked for a way, and it is another one.
    if (asked && asked !== kind) {
      const mend = `write one of ${spawnKinds.join(", ")}: native needs a C compiler at the build, or the package for this machine`;
      return [{ severity: "warning", where, what, mend }];
    }
    if (!engine.hooks.some(({ type }) => type === "command")) return [];
    return [
      { severity: "info", where, what, mend: "HOOKLINE_SPAWN=native, pool or direct asks for another way" },
    ];
  },
});
