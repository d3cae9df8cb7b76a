import { isObject, type Json, type JsonObject } from "../contract/json.ts";
import type { JudgeTools } from "./expression/tools.ts";
import type { Pack, PackSetting } from "./pack.ts";
import type { Fault } from "./read-policy.ts";

/** The settings of a policy: those that are given and as they should be, and those of its packs where nobody said otherwise. */
export function readSettings(
  written: Json | undefined,
  packs: readonly Pack[],
  tools: JudgeTools,
  fault: Fault,
): { readonly settings: JsonObject; readonly unknownSettings: ReadonlyMap<string, readonly string[]> } {
  if (written !== undefined && !isObject(written))
    fault("settings", ["settings"], '"settings" must be an object', "write { … }");
  const given = isObject(written) ? written : {};
  const rows = new Map(packs.flatMap((pack) => Object.entries(pack.settings ?? {})));
  const settings: { [name: string]: Json | undefined } = {};
  for (const [name, row] of rows) settings[name] = row.default;
  for (const [name, value] of Object.entries(given)) {
    const row = rows.get(name);
    const wrong = row && value !== undefined ? wrongOf(value, row, tools) : null;
    if (!wrong) settings[name] = value;
    else
      fault(
        `setting ${name}`,
        ["settings", name, ...wrong.at],
        `the setting "${name}" ${wrong.message}`,
        wrong.hint,
      );
  }
  const known = [...rows.keys()];
  const unknown = Object.keys(given).filter((name) => !rows.has(name));
  return { settings, unknownSettings: new Map(unknown.map((name) => [name, known])) };
}

interface Wrong {
  readonly at: readonly number[];
  readonly message: string;
  readonly hint: string;
}

/** What is wrong with a setting: it must be what its default is, and a list one of texts. */
function wrongOf(value: Json, row: PackSetting, tools: JudgeTools): Wrong | null {
  if (!Array.isArray(row.default)) {
    const kind = typeof row.default;
    return typeof value === kind
      ? null
      : { at: [], message: `must be a ${kind}`, hint: `write ${JSON.stringify(row.default)}` };
  }
  if (!Array.isArray(value)) {
    const hint =
      typeof value === "string" ? `write [${JSON.stringify(value)}]` : 'write [ "…" ], or leave it out';
    return { at: [], message: "must be a list of texts", hint };
  }
  for (const [index, item] of value.entries()) {
    if (typeof item !== "string")
      return { at: [index], message: "must be a list of texts", hint: "write a string" };
    const { problem } = row.patterns ? tools.compilePattern(item) : { problem: null };
    if (problem !== null)
      return {
        at: [index],
        message: `holds "${item}", which is no valid regular expression (${problem})`,
        hint: "correct it",
      };
  }
  return null;
}
