import type { JsonObject } from "../../contract/json.ts";
import type { Hook } from "../../index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { paintFor } from "../render.ts";
import type { VerbOptions } from "../verb.ts";
import { visibleLine } from "../visible.ts";
import type { Findings } from "./found.ts";
import type { Place } from "./place.ts";
import type { AddPlan } from "./plan-add.ts";

const texts = { type: "array", items: { type: "string" } } as const;
const foundKeys = ["languages", "formatters", "linters", "tests", "pipelines", "hookFiles"];

/** The JSON Schema of what `init --json` prints. */
export const initSchema: JsonObject = {
  type: "object",
  additionalProperties: false,
  required: ["found", "added", "there", "written", "approved"],
  properties: {
    found: {
      type: "object",
      additionalProperties: false,
      required: ["project", "git", ...foundKeys],
      properties: {
        project: { type: "string" },
        git: { type: "boolean" },
        ...Object.fromEntries(foundKeys.map((key) => [key, texts])),
      },
    },
    added: texts,
    there: texts,
    written: texts,
    approved: { type: "boolean" },
  },
};

/** What there is to say after setting up. */
interface Initialised {
  readonly options: VerbOptions;
  readonly place: Place;
  readonly found: Findings;
  readonly plan: AddPlan;
  readonly hooks: readonly Hook[];
  readonly written: readonly string[];
  readonly there: readonly string[];
}

/** Says what was set up, and what comes next. */
export function renderInit({ options, found, plan, hooks, written, there }: Initialised): number {
  const added = plan.added.map(({ choice }) => choice.id);
  const approved = options.trust !== false && hooks.length > 0;
  if (options.json === true) {
    writeWhole(1, `${JSON.stringify({ found, added, there, written, approved }, null, 2)}\n`);
    return 0;
  }
  if (options.quiet === true) return 0;
  const paint = paintFor(1);
  const lines = [
    "",
    ...written.map((path) => `${paint.green("wrote")}  ${visibleLine(path)}`),
    ...(written.length === 0 ? ["everything is there already; nothing was written"] : []),
    ...there.map((id) => paint.dim(`${visibleLine(id)} is there already`)),
    ...(approved
      ? ['approved, since you have chosen it ("hookline trust --revoke ID" takes that back)']
      : []),
    ...(hooks.length > 0 && !approved ? ['not approved yet: look at it, then "hookline trust --all"'] : []),
    ...(plan.schema
      ? []
      : [
          'The hookline package is not installed here, so no "$schema" was named: editors complete nothing yet.',
        ]),
    paint.bold("next"),
    ...(added.length + there.length > 0 ? ["  hookline test"] : []),
    "  hookline add --list                     (more hooks)",
    "  hookline add block-dangerous-commands   (a guard)",
  ];
  writeWhole(1, `${lines.join("\n")}\n`);
  return 0;
}
