import type { JsonObject } from "../../contract/json.ts";
import type { Hook } from "../../index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { paintFor } from "../render.ts";
import type { VerbOptions } from "../verb.ts";
import { visibleLine } from "../visible.ts";
import { allRecipes } from "./all.ts";
import type { Place } from "./place.ts";
import type { AddPlan } from "./plan-add.ts";

const texts = { type: "array", items: { type: "string" } } as const;

/** The JSON Schema of what `add --json` prints: the recipes, or what was done. */
export const addSchema: JsonObject = {
  oneOf: [
    {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["name", "summary", "tools", "settings"],
        properties: {
          name: { type: "string" },
          summary: { type: "string" },
          tools: texts,
          settings: { type: "object", additionalProperties: { type: "string" } },
        },
      },
    },
    {
      type: "object",
      additionalProperties: false,
      required: ["id", "file", "there", "hooks", "written", "approved", "dryRun"],
      properties: {
        id: { type: "string" },
        file: { type: "string" },
        /** Where it was already. */
        there: texts,
        hooks: texts,
        written: texts,
        approved: { type: "boolean" },
        dryRun: { type: "boolean" },
      },
    },
  ],
};

/** Prints the recipes. */
export function listRecipes(json: boolean): number {
  if (json) {
    const rows = allRecipes.map(({ name, summary, tools, settings = {} }) => ({
      name,
      summary,
      tools: tools?.names ?? [],
      settings: Object.fromEntries(Object.entries(settings).map(([key, one]) => [key, one.summary])),
    }));
    writeWhole(1, `${JSON.stringify(rows, null, 2)}\n`);
    return 0;
  }
  const paint = paintFor(1);
  const width = Math.max(...allRecipes.map(({ name }) => name.length));
  const lines = allRecipes.flatMap(({ name, summary, tools, settings = {} }) => [
    `${paint.bold(name.padEnd(width))}  ${summary}`,
    ...(tools ? [paint.dim(`${" ".repeat(width)}  --tool ${tools.names.join(", ")}`)] : []),
    ...Object.entries(settings).map(([key, one]) =>
      paint.dim(`${" ".repeat(width)}  --set ${key}=…: ${one.summary}`),
    ),
  ]);
  writeWhole(1, `${lines.join("\n")}\n\nAdd one with "hookline add NAME".\n`);
  return 0;
}

/** What there is to say after adding a recipe. */
interface Added {
  readonly options: VerbOptions;
  readonly place: Place;
  readonly id: string;
  readonly there?: readonly string[];
  readonly plan?: AddPlan;
  readonly hooks?: readonly Hook[];
  readonly dryRun?: boolean;
  readonly written?: readonly string[];
}

/** Says what was added, what of it is approved, and what comes next. */
export function renderAdded({
  options,
  place,
  id,
  there = [],
  plan,
  hooks = [],
  dryRun = false,
  written = [],
}: Added) {
  const approved = options.trust !== false && hooks.length > 0;
  if (options.json === true) {
    const file = place.shown(place.hookFile);
    const ids = hooks.map((hook) => hook.id);
    writeWhole(1, `${JSON.stringify({ id, file, there, hooks: ids, written, approved, dryRun }, null, 2)}\n`);
    return 0;
  }
  if (options.quiet === true) return 0;
  const paint = paintFor(1);
  const say = (...lines: readonly string[]) => writeWhole(1, `${lines.join("\n")}\n`);
  if (there.length > 0) {
    say(
      `${visibleLine(id)} is there already: ${visibleLine(there.join(", "))}`,
      `  take it out with "hookline remove ${visibleLine(id)}", or add it under another name with --id`,
    );
    return 0;
  }
  if (dryRun) {
    say("", "nothing was written (--dry-run)");
    return 0;
  }
  say(
    "",
    ...hooks.map(
      (hook) => `${paint.green("added")}  ${hook.id}  ${paint.dim(visibleLine(hook.source.text))}`,
    ),
  );
  if (hooks.length === 0)
    say(`${paint.green("added")}  ${id}  ${paint.dim(visibleLine(place.shown(place.hookFile)))}`);
  if (place.layer === "user") say("It holds in all your projects.");
  else if (approved)
    say(`approved, since it was shown to you ("hookline trust --revoke ${id}" takes that back)`);
  else if (hooks.length > 0)
    say(`It is not approved yet, and does not run: look at it, then "hookline trust ${id}".`);
  if (plan?.schema === false)
    say(
      'The hookline package is not installed here, so no "$schema" was named: editors complete nothing yet.',
    );
  const [first] = hooks;
  const cases = (plan?.added ?? []).some(({ parts }) => parts.cases.length > 0) && place.cases(id) !== null;
  say(
    paint.bold("next"),
    ...(cases ? ["  hookline test"] : []),
    ...(first ? [`  hookline explain ${first.event}`] : []),
    `  hookline remove ${id}`,
  );
  return 0;
}
