import { createEngine } from "../../index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { workingFolder } from "../folder.ts";
import { addSchema, listRecipes, renderAdded } from "../recipes/added.ts";
import { allRecipes } from "../recipes/all.ts";
import { askFor, confirmed, mayAsk } from "../recipes/ask.ts";
import { carryOut } from "../recipes/carry-out.ts";
import { readSets, recipeOf, settingsFor, toolsFor } from "../recipes/choose.ts";
import { layerOption } from "../recipes/layer-option.ts";
import { placeOf } from "../recipes/place.ts";
import { alreadyAt, type Choice, planAdd } from "../recipes/plan-add.ts";
import { lookAtProject } from "../recipes/project.ts";
import { changedPaths, renderPlan } from "../recipes/show.ts";
import { paintFor } from "../render.ts";
import { defineVerb, listOption, textOption, UsageError, type VerbOptions } from "../verb.ts";
import { visibleLine } from "../visible.ts";

/** `hookline add`: puts a recipe into a hook file, with its script and its test. */
export const addVerb = defineVerb({
  name: "add",
  summary: "add a hook from the recipes, with its script and its test",
  examples: [
    "hookline add                                   (lists the recipes)",
    "hookline add format-on-edit",
    "hookline add lint-on-edit --tool eslint --yes",
    "hookline add trigger-ci --tool github --set url=https://api.github.com/repos/me/app --file local",
    "hookline add block-dangerous-commands --dry-run",
    "",
    "It shows what it writes and asks first; without a terminal it needs --yes. What you have seen is approved for you.",
    "Exit status: 0 it is there; 1 it is not, and nothing was written.",
  ],
  answers: addSchema,
  completes: { name: allRecipes.map(({ name }) => name) },
  declare: (command) =>
    command
      .argument("[name]", "the recipe")
      .option("--list", "list the recipes")
      .option(
        "--tool <names>",
        "the programs to use, with commas between them; by default what the project uses",
      )
      .option("--file <which>", "team, local or user", "team")
      .option(
        "--set <name=value>",
        "a setting of the recipe (may be repeated)",
        (value: string, all: string[] = []) => [...all, value],
      )
      .option("--id <id>", "another id than the name of the recipe, for its hook and its files")
      .option("--yes", "do not ask")
      .option("--no-trust", "do not approve what is written")
      .option("--dry-run", "only show what would be written")
      .option("--json", "print what was done as JSON"),
  async run([name], options) {
    if (name === undefined || options.list === true) return listRecipes(options.json === true);
    const recipe = recipeOf(name);
    const layer = layerOption(options);
    const engine = await createEngine({ cwd: workingFolder(options) });
    try {
      const place = placeOf(engine, layer);
      const project = lookAtProject(engine.projectDir);
      const id = idOption(options) ?? name;
      const there = alreadyAt(engine, place, { recipe, id, tools: [], settings: {} });
      if (there.length > 0) return renderAdded({ options, place, id, there });
      const tools = toolsFor(recipe, project, textOption(options, "tool"));
      const given = readSets(listOption(options, "set") ?? []);
      const first = settingsFor(recipe, project, tools, given);
      const asked = await askFor(name, first.missing, options.yes === true);
      const { settings } = settingsFor(recipe, project, tools, { ...given, ...asked });
      const choice: Choice = { recipe, id, tools, settings };
      const plan = await planAdd(place, project, [choice]);
      const silent = options.json === true || options.quiet === true;
      if (!silent)
        writeWhole(1, renderPlan(plan, place, paintFor(1), options.verbose === true ? "all" : "scripts"));
      const dryRun = options.dryRun === true;
      if (!dryRun) await agreed(options, name);
      const trust = options.trust !== false && layer !== "user";
      const hooks = dryRun ? [] : await carryOut(engine, place, plan, trust);
      return renderAdded({
        options,
        place,
        id,
        plan,
        hooks,
        dryRun,
        written: changedPaths(plan.changes, place),
      });
    } finally {
      await engine.close();
    }
  },
});

function idOption(options: VerbOptions): string | undefined {
  const id = textOption(options, "id");
  if (id !== undefined && !/^[a-z0-9][a-z0-9._-]*$/i.test(id))
    throw new UsageError(
      `--id ${visibleLine(id)}: use letters, digits, ".", "_" and "-": files are called so, too`,
    );
  return id;
}

/** Nothing is written before a person or a flag has said yes. */
async function agreed(options: VerbOptions, name: string): Promise<void> {
  if (options.yes === true) return;
  if (options.json === true || options.quiet === true || !mayAsk())
    throw new UsageError(`nothing was written: "hookline add ${name}" asks first; say yes with --yes`);
  if (!(await confirmed("Write this?"))) throw new UsageError("nothing was written");
}
