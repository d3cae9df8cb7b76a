import { relative } from "node:path";
import { type Engine, editHookFile, type HookFileChange } from "../../index.ts";
import { isThere } from "../../system/local-files.ts";
import { UsageError } from "../verb.ts";
import { type Place, schemaFor } from "./place.ts";
import type { Project } from "./project.ts";
import type { Recipe, RecipeParts } from "./recipe.ts";
import { digestOf, readRecord, recordText, textOf, type WrittenRecord } from "./record.ts";
import type { FileChange } from "./write-all.ts";

/** A recipe that is to be added, with everything that was chosen for it. */
export interface Choice {
  readonly recipe: Recipe;
  readonly id: string;
  readonly tools: readonly string[];
  readonly settings: { readonly [name: string]: string };
}

/** What adding recipes would write. */
export interface AddPlan {
  readonly changes: readonly FileChange[];
  readonly added: readonly {
    readonly choice: Choice;
    readonly parts: RecipeParts;
    readonly hooks: readonly string[];
  }[];
  /** False if no `$schema` could be named in a new hook file. */
  readonly schema: boolean;
}

/** Works out every file that adding these recipes changes; throws where something is in the way, and writes nothing. */
export async function planAdd(place: Place, project: Project, choices: readonly Choice[]): Promise<AddPlan> {
  // Before anything is looked at: whatever somebody writes from here on is seen when these are written.
  const recordBefore = textOf(place.record);
  const record: { [id: string]: WrittenRecord[string] } = { ...readRecord(place) };
  const fresh = !isThere(place.hookFile);
  const schema = schemaFor(place, place.hookFile, "hooks.schema.json");
  const edits: HookFileChange[] =
    fresh && schema !== null ? [{ kind: "set", name: "$schema", value: schema }] : [];
  const files: FileChange[] = [];
  const added: AddPlan["added"][number][] = [];
  for (const choice of choices) {
    const { recipe, id } = choice;
    const script = place.script(id);
    const parts = recipe.make({ ...choice, project, script: script.named });
    for (const [name, value] of Object.entries(parts.top ?? {})) edits.push({ kind: "set", name, value });
    const hooks = hookIds(parts);
    if (hooks.length > 0) edits.push({ kind: "add", hooks: parts.hooks });
    const own = [
      ...(parts.script === undefined ? [] : [newFile(place, script.path, parts.script)]),
      ...casesFile(place, id, parts),
    ];
    files.push(...own);
    const digests = own.map(({ path, after }) => [relative(place.folder, path), digestOf(after ?? "")]);
    record[id] = {
      recipe: recipe.name,
      hooks,
      top: Object.keys(parts.top ?? {}),
      files: Object.fromEntries(digests),
    };
    added.push({ choice, parts, hooks });
  }
  const { before, after } = await editHookFile({
    file: place.shown(place.hookFile),
    cwd: place.projectDir,
    changes: ordered(edits, fresh),
    dryRun: true,
  });
  if (fresh !== (before === null))
    throw new UsageError(`nothing was written: ${place.hookFile} was changed meanwhile; try again`);
  const changes = [
    ...files,
    { path: place.hookFile, before, after },
    ...(choices.length > 0 ? [{ path: place.record, before: recordBefore, after: recordText(record) }] : []),
  ];
  return { changes, added, schema: !fresh || schema !== null };
}

/** In a new file the keys at its top come first. */
function ordered(edits: readonly HookFileChange[], fresh: boolean): readonly HookFileChange[] {
  if (!fresh) return edits;
  const sets = edits.filter(({ kind }) => kind === "set");
  const rest = edits.filter(({ kind }) => kind !== "set");
  return [{ kind: "unset", name: "hooks" }, ...sets, { kind: "set", name: "hooks", value: {} }, ...rest];
}

/** The ids of the hooks that a recipe brings. */
function hookIds({ hooks }: RecipeParts): readonly string[] {
  return Object.values(hooks).flatMap((groups) =>
    groups.flatMap(({ hooks: entries }) =>
      Array.isArray(entries) ? entries.map((entry) => String(entry.id)) : [],
    ),
  );
}

function casesFile(place: Place, id: string, { cases }: RecipeParts): readonly FileChange[] {
  const path = place.cases(id);
  if (path === null || cases.length === 0) return [];
  const schema = schemaFor(place, path, "tests.schema.json");
  const text = JSON.stringify({ ...(schema !== null && { $schema: schema }), cases }, null, 2);
  return [newFile(place, path, `${text}\n`)];
}

/** What somebody else has written is not written over. */
function newFile(place: Place, path: string, after: string): FileChange {
  const before = textOf(path);
  if (before === after) return { path, before, after };
  if (isThere(path))
    throw new UsageError(
      `${place.shown(path)} is there already; move it away, or choose another name with --id`,
    );
  return { path, before: null, after };
}

/** Where the hooks of a recipe are already; empty if nowhere. */
export function alreadyAt(engine: Engine, place: Place, { recipe, id }: Choice): readonly string[] {
  const record = readRecord(place);
  const same = engine.hooks.filter((hook) => hook.id === id);
  if (same.length > 0) return same.map(({ source }) => source.text);
  const [known] = Object.entries(record).filter(
    ([name, { recipe: of }]) => name === id && of === recipe.name,
  );
  const gone = known && known[1].hooks.length > 0;
  return known && !gone ? [place.shown(place.hookFile)] : [];
}
