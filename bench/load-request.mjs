// What the engine passes to the loader; measured below the engine, whose other parts are not part of loading.
import { allRunners } from "hookline";
import { createCatalog } from "../packages/hookline/dist/events/catalog.js";

export function loadRequestOf({ cwd, env, systemRoot }, dialects) {
  const runners = new Map(allRunners.map((runner) => [runner.type, runner]));
  return { cwd, env, home: env.HOME, systemRoot, catalog: createCatalog(), runners, dialects };
}
