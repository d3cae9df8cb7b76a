import { join } from "node:path";
import { createEngine } from "../../index.ts";
import { isThere } from "../../system/local-files.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { workingFolder } from "../folder.ts";
import { allRecipes } from "../recipes/all.ts";
import { askFor, chosen, mayAsk } from "../recipes/ask.ts";
import { carryOut } from "../recipes/carry-out.ts";
import { recipeOf, settingsFor, toolsFor } from "../recipes/choose.ts";
import { findings, ignored, preselected, renderFindings } from "../recipes/found.ts";
import { initSchema, renderInit } from "../recipes/initialised.ts";
import { placeOf } from "../recipes/place.ts";
import { alreadyAt, type Choice, planAdd } from "../recipes/plan-add.ts";
import { lookAtProject, type Project } from "../recipes/project.ts";
import { listed } from "../recipes/recipe.ts";
import { changedPaths, renderPlan } from "../recipes/show.ts";
import { paintFor } from "../render.ts";
import { defineVerb, textOption, UsageError, type VerbOptions } from "../verb.ts";

/** `hookline init`: looks at a project and sets hooks up in it. */
export const initVerb = defineVerb({
  name: "init",
  summary: "look at this project and set hooks up in it",
  examples: [
    "hookline init",
    "hookline init --yes                                   (takes what the project's own tools suggest)",
    "hookline init --yes --recipes format-on-edit,protect-secrets",
    "hookline init --yes --recipes none",
    "",
    "What is there stays; to run it again does no harm. Without a terminal it needs --yes.",
    "Exit status: 0 it is set up; 1 it is not, and nothing was written.",
  ],
  answers: initSchema,
  declare: (command) =>
    command
      .option("--recipes <names>", "the recipes to add, with commas between them, or none")
      .option("--yes", "do not ask")
      .option("--no-trust", "do not approve what is written")
      .option("--json", "print what was done as JSON"),
  async run(_args, options) {
    const engine = await createEngine({ cwd: workingFolder(options) });
    try {
      const place = placeOf(engine, "team");
      const project = lookAtProject(engine.projectDir);
      const found = findings(project, engine);
      const paint = paintFor(1);
      const silent = options.json === true || options.quiet === true;
      if (!silent) writeWhole(1, renderFindings(found, paint));
      const names = await chosenRecipes(options, project);
      const choices = await choicesOf(names, project, options);
      const there = choices.filter((choice) => alreadyAt(engine, place, choice).length > 0);
      const plan = await planAdd(
        place,
        project,
        choices.filter((choice) => !there.includes(choice)),
      );
      const ignore = join(place.folder, ".gitignore");
      const changes = [
        ...plan.changes,
        ...(isThere(ignore) ? [] : [{ path: ignore, before: null, after: ignored }]),
      ];
      if (!silent && plan.added.length > 0)
        writeWhole(1, `\n${renderPlan(plan, place, paint, options.verbose === true ? "all" : "blocks")}`);
      const trust = options.trust !== false;
      const hooks = await carryOut(engine, place, { ...plan, changes }, trust);
      const written = changedPaths(changes, place);
      return renderInit({ options, place, found, plan, hooks, written, there: there.map(({ id }) => id) });
    } finally {
      await engine.close();
    }
  },
});

/** The recipes that were named, chosen by a person, or suggested by the project. */
async function chosenRecipes(options: VerbOptions, project: Project): Promise<readonly string[]> {
  const named = textOption(options, "recipes");
  if (named !== undefined) {
    if (options.yes !== true && !mayAsk()) throw needsYes();
    return named === "none" ? [] : listed(named);
  }
  const first = preselected(project);
  if (options.yes === true) return first;
  if (options.json === true || options.quiet === true || !mayAsk()) throw needsYes();
  const rows = allRecipes.map(({ name, summary }) => ({ value: name, hint: summary }));
  const answer = await chosen("Which hooks shall be set up? (space chooses, return goes on)", rows, first);
  if (answer === null) throw new UsageError("nothing was written");
  return answer;
}

function needsYes(): UsageError {
  return new UsageError(
    'nothing was written: "hookline init" asks first; say yes with --yes, and what with --recipes',
  );
}

async function choicesOf(
  names: readonly string[],
  project: Project,
  options: VerbOptions,
): Promise<readonly Choice[]> {
  const choices: Choice[] = [];
  for (const recipe of [...new Set(names)].map(recipeOf)) {
    const tools = toolsFor(recipe, project, undefined);
    const first = settingsFor(recipe, project, tools, {});
    const asked = await askFor(recipe.name, first.missing, options.yes === true);
    const { settings } = settingsFor(recipe, project, tools, asked);
    choices.push({ recipe, id: recipe.name, tools, settings });
  }
  return choices;
}
