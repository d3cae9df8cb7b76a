import { createEngine, type Engine, editHookFile } from "../../index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { workingFolder } from "../folder.ts";
import { confirmed, mayAsk } from "../recipes/ask.ts";
import { layerOption } from "../recipes/layer-option.ts";
import { type Layer, type Place, placeOf } from "../recipes/place.ts";
import { addedAs, planRemove, type RemovePlan } from "../recipes/plan-remove.ts";
import { changedPaths } from "../recipes/show.ts";
import { writeAll } from "../recipes/write-all.ts";
import { paintFor } from "../render.ts";
import { findEntry } from "../switch/find-entry.ts";
import { defineVerb, textOption, UsageError, type VerbOptions } from "../verb.ts";
import { visibleLine } from "../visible.ts";

const texts = { type: "array", items: { type: "string" } } as const;

/** `hookline remove`: takes a recipe or a hook out of its file. */
export const removeVerb = defineVerb({
  name: "remove",
  summary: "take a recipe or a hook out of its file; what you have changed stays",
  examples: [
    "hookline remove format-on-edit",
    "hookline remove PreToolUse-5af32af3 --yes",
    "hookline remove notify --file user",
    "",
    "Scripts and tests of a recipe go with it, unless somebody has changed them. Comments in the file stay.",
    "Exit status: 0 it is gone; 1 it is not, and nothing was changed.",
  ],
  answers: {
    type: "object",
    additionalProperties: false,
    required: ["id", "hooks", "changed", "kept"],
    properties: { id: { type: "string" }, hooks: texts, changed: texts, kept: texts },
  },
  declare: (command) =>
    command
      .argument("<id>", "a recipe that was added, or the id of a hook")
      .option("--file <which>", "team, local or user, if several have it")
      .option("--yes", "do not ask")
      .option("--json", "print what was done as JSON"),
  async run([name = ""], options) {
    const cwd = workingFolder(options);
    const engine = await createEngine({ cwd });
    try {
      const { place, plan } =
        (await ofRecipe(engine, name, options)) ?? (await ofHook(engine, name, options, cwd));
      const changed = changedPaths(plan.changes, place);
      await agreed(options, name, plan, changed);
      await writeAll(plan.changes);
      for (const hook of new Set(plan.hooks)) if (engine.approved().includes(hook)) await engine.revoke(hook);
      if (options.json === true)
        writeWhole(
          1,
          `${JSON.stringify({ id: name, hooks: plan.hooks, changed, kept: plan.kept }, null, 2)}\n`,
        );
      else if (options.quiet !== true) writeWhole(1, told(name, plan, changed));
      return 0;
    } finally {
      await engine.close();
    }
  },
});

interface Found {
  readonly place: Place;
  readonly plan: RemovePlan;
}

async function ofRecipe(engine: Engine, name: string, options: VerbOptions): Promise<Found | null> {
  const layers: readonly Layer[] =
    textOption(options, "file") === undefined ? ["team", "local", "user"] : [layerOption(options)];
  const found = layers.flatMap((layer) => {
    const place = placeOf(engine, layer);
    const id = addedAs(place, name);
    return id === null ? [] : [{ place, id }];
  });
  const [first, second] = found;
  if (second)
    throw new UsageError(
      `"${name}" was added to several files: ${found.map(({ place }) => place.shown(place.hookFile)).join(", ")}; say which with --file team, local or user`,
    );
  return first ? { place: first.place, plan: await planRemove(engine, first.place, first.id) } : null;
}

async function ofHook(engine: Engine, id: string, options: VerbOptions, cwd: string): Promise<Found> {
  const [hook] = findEntry(engine, id, textOption(options, "file"), cwd);
  const { layer, file } = hook?.source ?? { layer: "team", file: "" };
  const place = placeOf(engine, layer === "local" || layer === "user" ? layer : "team");
  const { path, before, after } = await editHookFile({
    file,
    changes: [{ kind: "remove", ids: [id] }],
    dryRun: true,
  });
  return { place, plan: { changes: [{ path, before, after }], hooks: [id], kept: [] } };
}

async function agreed(options: VerbOptions, name: string, plan: RemovePlan, changed: readonly string[]) {
  if (options.yes === true) return;
  if (options.json === true || options.quiet === true || !mayAsk())
    throw new UsageError(`nothing was changed: "hookline remove ${name}" asks first; say yes with --yes`);
  const what = [...plan.hooks.map((hook) => `the hook ${hook}`), ...changed].map(visibleLine).join("\n  ");
  writeWhole(1, `This changes or removes\n  ${what}\n`);
  if (!(await confirmed("Go on?"))) throw new UsageError("nothing was changed");
}

function told(name: string, { hooks, kept }: RemovePlan, changed: readonly string[]): string {
  const paint = paintFor(1);
  const lines = [
    `${paint.green("removed")}  ${visibleLine(name)}${hooks.length > 0 ? `  ${paint.dim(visibleLine(hooks.join(", ")))}` : ""}`,
    ...changed.map((path) => `  ${visibleLine(path)}`),
    ...kept.map(
      (path) => `${paint.yellow("stays")}  ${visibleLine(path)}: it was changed since; remove it by hand`,
    ),
  ];
  return `${lines.join("\n")}\n`;
}
