import { basename } from "node:path";
import { canonicalJson, isObject, type JsonObject } from "../../contract/json.ts";
import { isInside } from "../places.ts";
import type { Approval, CoveredFile } from "./approvals.ts";

/** More than this is not told: the first say enough. */
const most = 5;

/** What is different from what was approved, a phrase each. */
export function changesSince(
  { entry, files }: Pick<Approval, "entry" | "files">,
  now: Pick<Approval, "entry" | "files">,
  projectDir: string,
): readonly string[] {
  const shown = (path: string) => (isInside(projectDir, path) ? path.slice(projectDir.length + 1) : path);
  const changes = [...entryChanges(entry, now.entry), ...fileChanges(files, now.files, shown)];
  if (changes.length === 0) return ["its entry changed"];
  const more = changes.length - most;
  return more > 1 ? [...changes.slice(0, most), `and ${more} more changes`] : changes;
}

function entryChanges(before: JsonObject, now: JsonObject): readonly string[] {
  if (canonicalJson(before) === canonicalJson(now)) return [];
  const [hook, other] = [before.hook, now.hook];
  const outside = differing(without(before), without(now));
  const inside = isObject(hook) && isObject(other) ? differing(hook, other) : [];
  const names = [...outside, ...inside];
  return names.length === 0 ? ["its entry changed"] : [`its ${names.join(", ")} changed`];
}

function without({ hook: _, ...rest }: JsonObject): JsonObject {
  return rest;
}

function differing(before: JsonObject, now: JsonObject): readonly string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  return names.filter((name) => canonicalJson(before[name] ?? null) !== canonicalJson(now[name] ?? null));
}

function fileChanges(
  before: readonly CoveredFile[],
  now: readonly CoveredFile[],
  shown: (path: string) => string,
): readonly string[] {
  const at = (files: readonly CoveredFile[], path: string) => files.find((file) => file.path === path);
  const changed = now.filter(({ path, digest }) => {
    const then = at(before, path);
    return then !== undefined && then.digest !== digest;
  });
  const gone = before.filter(({ path }) => !at(now, path));
  const added = now.filter(({ path }) => !at(before, path));
  const instead = (file: CoveredFile) =>
    file.program
      ? gone.find(({ path, program }) => program && basename(path) === basename(file.path))
      : undefined;
  const replaced = new Set(added.flatMap((file) => instead(file) ?? []));
  return [
    ...changed.map(({ path }) => `${shown(path)} changed`),
    ...added.map((file) => {
      const old = instead(file);
      return old ? `it runs ${shown(file.path)} instead of ${shown(old.path)}` : `${shown(file.path)} is new`;
    }),
    ...gone.filter((file) => !replaced.has(file)).map(({ path }) => `${shown(path)} is gone`),
  ];
}
