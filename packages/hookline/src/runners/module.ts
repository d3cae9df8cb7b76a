import { resolve } from "node:path";
import { faultRun } from "../contract/run.ts";
import { type Call, defineRunner } from "../contract/runner.ts";
import { functionCall } from "./function.ts";
import { runOfFunction } from "./function-answer.ts";
import { messageOf, raceLazily } from "./race.ts";

/** An exported function of a local ES module, called like one that a host registered. */
export const moduleRunner = defineRunner({
  type: "module",
  summary: "an exported function of an ES module of the project",
  fields: { module: "string", export: "string?" },
  describes: {
    module: "The path of an ES module, relative to the project.",
    export: "The name of its function; the default export if absent.",
  },
  identity: ["module", "export"],
  inProcess: true,
  check({ module }) {
    if (module.trim() === "") return "the module is empty: write the path of a file";
    // One letter before the colon is a drive, more are a scheme.
    if (/^[a-z][a-z0-9+.-]+:/i.test(module)) return `"${module}" must be the path of a local file, not a URL`;
    return null;
  },
  names: ({ module }) => [module],
  async run(_hook, { module, export: name = "default" }, call) {
    const raced = await raceLazily(call, async (signal) => {
      const found = await load(module, name, call);
      if (typeof found === "string") return { unloaded: found };
      return { value: await found(call.payload, functionCall(call, signal)) };
    });
    if (raced.kind !== "value") return runOfFunction(call, raced);
    const { value: ended } = raced;
    if ("unloaded" in ended) return faultRun("spawn", ended.unloaded, raced.durationMs);
    return runOfFunction(call, { ...raced, value: ended.value });
  },
});

/** The exported function, or a sentence that says why there is none. */
async function load(module: string, name: string, call: Call) {
  const path = resolve(call.projectDir, module);
  let loaded: Readonly<Record<string, unknown>>;
  try {
    loaded = await call.services.importModule(path);
  } catch (error) {
    return `the module ${module} cannot be loaded: ${messageOf(error)}`;
  }
  const found = Object.hasOwn(loaded, name) ? loaded[name] : undefined;
  if (isFunction(found)) return found;
  const names = Object.keys(loaded)
    .filter((one) => isFunction(loaded[one]))
    .sort();
  const instead = names.length > 0 ? `its functions are ${names.join(", ")}` : "it exports no function";
  return `the module ${module} exports no function "${name}"; ${instead}`;
}

function isFunction(value: unknown): value is (...given: unknown[]) => unknown {
  return typeof value === "function";
}
