import { createEngine, type Engine, type Hook } from "../../index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { listAnswer } from "../answers/list.ts";
import { workingFolder } from "../folder.ts";
import { aboutHook, aboutPause, aboutTrust } from "../list/about.ts";
import { effectiveLine, effectiveRow } from "../list/effective.ts";
import { type ListItem, renderRows } from "../list/render.ts";
import { rowOf } from "../list/row.ts";
import { paintFor, renderDiagnostic } from "../render.ts";
import { collect, defineVerb, listOption, type VerbOptions } from "../verb.ts";
import { visibleLine } from "../visible.ts";

/** `hookline list`: shows every hook that is configured here, and whether it would run. */
export const listVerb = defineVerb({
  name: "list",
  summary: "show the hooks that are configured here",
  examples: [
    "hookline list",
    "hookline list --effective --show-origin",
    "hookline list --json",
    "hookline list --cwd ../other-project",
    "",
    "Exit status: 1 if a hook file cannot be read or lacks what must hold, 0 otherwise.",
  ],
  answers: listAnswer,
  declare: (command) =>
    command
      .option("--dialect <name>", "read only the hook files of this dialect (may be repeated)", collect)
      .option("--effective", "only what would really run, in the order of running, with the values that hold")
      .option("--show-origin", "where each value comes from: file, line and column, or what else says it")
      .option("--json", "print the list as JSON"),
  async run(_args, options) {
    const dialects = listOption(options, "dialect");
    const engine = await createEngine({ cwd: workingFolder(options), ...(dialects && { dialects }) });
    try {
      const items = itemsOf(engine, options);
      for (const diagnostic of [...engine.diagnostics, ...engine.twoMeanings()])
        writeWhole(2, `${renderDiagnostic(diagnostic)}\n`);
      if (options.json === true) writeWhole(1, `${JSON.stringify(items.map(shownRow), null, 2)}\n`);
      else if (options.quiet !== true) writeWhole(1, render(engine, items, options));
      return engine.mustFail ? 1 : 0;
    } finally {
      await engine.close();
    }
  },
});

type Item = ListItem & { readonly more: object };

/** The hooks that are listed: all of them, or with `--effective` those that would run. */
function itemsOf(engine: Engine, options: VerbOptions): readonly Item[] {
  const health = engine.health();
  const item = (hook: Hook, texts: readonly string[], more: object): Item => {
    const row = rowOf(engine, hook, health);
    const origins = options.showOrigin === true ? engine.effective.origins(hook) : [];
    const below = [
      ...aboutHook(hook),
      ...aboutPause(engine, hook),
      ...aboutTrust(engine, hook, row),
      ...texts,
    ];
    return { row, texts: below, origins, more: { ...more, ...(origins.length > 0 && { origins }) } };
  };
  if (options.effective !== true) return engine.hooks.map((hook) => item(hook, [], {}));
  return engine.effective.hooks().map((one) => item(one.hook, [effectiveLine(one)], effectiveRow(one)));
}

const shownRow = ({ row, more }: Item) => ({ ...row, ...more });

function render(engine: Engine, items: readonly Item[], options: VerbOptions): string {
  if (items.length > 0) return renderRows(items, paintFor(1));
  const { projectDir, hooks } = engine;
  if (options.effective !== true || hooks.length === 0)
    return `no hooks are configured for ${visibleLine(projectDir)}\n`;
  const count = hooks.length === 1 ? "1 hook is" : `${hooks.length} hooks are`;
  return `${count} configured for ${visibleLine(projectDir)}, and none would run; "hookline list" says why\n`;
}
