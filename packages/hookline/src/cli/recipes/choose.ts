import { suggest } from "../../index.ts";
import { UsageError } from "../verb.ts";
import { allRecipes } from "./all.ts";
import type { Project } from "./project.ts";
import { listed, type Recipe } from "./recipe.ts";

/** The recipe of a name. */
export function recipeOf(name: string): Recipe {
  const found = allRecipes.find((recipe) => recipe.name === name);
  if (found) return found;
  const names = allRecipes.map((recipe) => recipe.name);
  const meant = suggest(name, names);
  throw new UsageError(
    `there is no recipe "${name}"; ${meant ? `did you mean "${meant}"?` : '"hookline add --list" shows them'}`,
  );
}

/** The programs that a recipe is to work with: those that were named, else those that the project uses. */
export function toolsFor(
  { name, tools }: Recipe,
  project: Project,
  given: string | undefined,
): readonly string[] {
  if (!tools) {
    if (given !== undefined) throw new UsageError(`--tool ${given}: "${name}" works with no other program`);
    return [];
  }
  const known = tools.names.join(", ");
  const chosen = given === undefined ? tools.found(project) : listed(given);
  for (const tool of chosen) {
    if (!tools.names.includes(tool))
      throw new UsageError(`--tool ${tool}: "${name}" does not know it; known are: ${known}`);
  }
  if (chosen.length === 0)
    throw new UsageError(`"${name}" found nothing that this project uses; name it with --tool: ${known}`);
  if (!tools.several && chosen.length > 1)
    throw new UsageError(`--tool ${chosen.join(",")}: "${name}" works with one of them`);
  return chosen;
}

/** A setting that nobody has said and that has no usual value. */
export interface Missing {
  readonly name: string;
  readonly summary: string;
}

/** The settings of a recipe, and those that somebody has still to say. */
export function settingsFor(
  { name, settings = {} }: Recipe,
  project: Project,
  tools: readonly string[],
  given: { readonly [name: string]: string },
): { readonly settings: { readonly [name: string]: string }; readonly missing: readonly Missing[] } {
  const known = Object.keys(settings);
  for (const [key, value] of Object.entries(given)) {
    const setting = Object.hasOwn(settings, key) ? settings[key] : undefined;
    if (!setting) {
      const meant = suggest(key, known);
      const hint = meant
        ? `did you mean "${meant}"?`
        : `it has ${known.length > 0 ? known.join(", ") : "none"}`;
      throw new UsageError(`--set ${key}: "${name}" has no such setting; ${hint}`);
    }
    const wrong = setting.check?.(value) ?? null;
    if (wrong !== null) throw new UsageError(`--set ${key}=${value}: it ${wrong}`);
  }
  const rows = Object.entries(settings).map(
    ([key, setting]) => [key, given[key] ?? setting.usual(project, tools), setting.summary] as const,
  );
  return {
    settings: Object.fromEntries(rows.flatMap(([key, value]) => (value === null ? [] : [[key, value]]))),
    missing: rows.flatMap(([key, value, summary]) => (value === null ? [{ name: key, summary }] : [])),
  };
}

/** Reads `name=value`, as often as it was given. */
export function readSets(words: readonly string[]): { readonly [name: string]: string } {
  return Object.fromEntries(
    words.map((word) => {
      const at = word.indexOf("=");
      if (at < 1) throw new UsageError(`--set ${word}: write name=value`);
      return [word.slice(0, at), word.slice(at + 1)];
    }),
  );
}
