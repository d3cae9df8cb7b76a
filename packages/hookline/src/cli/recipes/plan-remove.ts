import { join } from "node:path";
import { type Engine, editHookFile, type HookFileChange } from "../../index.ts";
import { isThere } from "../../system/local-files.ts";
import type { Place } from "./place.ts";
import { digestOf, readRecord, recordText, textOf } from "./record.ts";
import type { FileChange } from "./write-all.ts";

/** What taking a recipe out would change. */
export interface RemovePlan {
  readonly changes: readonly FileChange[];
  readonly hooks: readonly string[];
  /** Files that were changed since they were written, and stay. */
  readonly kept: readonly string[];
}

/** The id that a recipe was added under in a place: by that id, or by the name of the recipe; null if it was not. */
export function addedAs(place: Place, name: string): string | null {
  const record = readRecord(place);
  if (Object.hasOwn(record, name)) return name;
  return Object.entries(record).find(([, { recipe }]) => recipe === name)?.[0] ?? null;
}

/** Works out what removing a recipe changes: its hooks, and those of its files that nobody has changed. */
export async function planRemove(engine: Engine, place: Place, id: string): Promise<RemovePlan> {
  const recordBefore = textOf(place.record);
  const { [id]: written, ...others } = readRecord(place);
  if (!written) return { changes: [], hooks: [], kept: [] };
  // Somebody may have taken some of them out by hand.
  const there = engine.hooks.filter(({ source }) => source.file === place.hookFile).map((hook) => hook.id);
  const hooks = written.hooks.filter((hook) => there.includes(hook));
  const edits: HookFileChange[] = [
    ...(hooks.length > 0 ? [{ kind: "remove", ids: hooks } as const] : []),
    ...written.top.map((name) => ({ kind: "unset", name }) as const),
  ];
  const files = Object.entries(written.files).flatMap(([name, digest]) => {
    const path = join(place.folder, name);
    const before = textOf(path);
    return before === null ? [] : [{ path, before, same: digestOf(before) === digest }];
  });
  const edited = isThere(place.hookFile)
    ? [
        await editHookFile({
          file: place.shown(place.hookFile),
          cwd: place.projectDir,
          changes: edits,
          dryRun: true,
        }),
      ]
    : [];
  const rest = Object.keys(others).length === 0 ? null : recordText(others);
  return {
    changes: [
      ...edited.map(({ path, before, after }) => ({ path, before, after })),
      ...files.flatMap(({ path, before, same }) => (same ? [{ path, before, after: null }] : [])),
      { path: place.record, before: recordBefore, after: rest },
    ],
    hooks,
    kept: files.flatMap(({ path, same }) => (same ? [] : [place.shown(path)])),
  };
}
