import { isObject, type Json } from "./json.ts";

/** A field as people declare it, taken apart: `tool_input.content`, `*.password`, `**.token`. */
export type FieldPath = readonly string[];

/** Takes declared fields apart; `*` stands for one name or position, `**` for any number of them, also none. */
export function fieldPaths(fields: readonly string[]): readonly FieldPath[] {
  return fields
    .map((field) => field.split(".").filter((part) => part !== ""))
    .filter((path) => path.length > 0);
}

/** What is left of the paths below a name; null if one of them ends there. */
export function below(paths: readonly FieldPath[], name: string): readonly FieldPath[] | null {
  if (paths.length === 0) return paths;
  const rest: FieldPath[] = [];
  for (const path of paths) {
    const [first, ...others] = path;
    if (first === "**") {
      const deeper = below([others], name);
      if (others.length === 0 || deeper === null) return null;
      rest.push(path, ...deeper);
    } else if (first === "*" || first === name) {
      if (others.length === 0) return null;
      rest.push(others);
    }
  }
  return rest;
}

/** Every text that stands in a value at one of the paths, or below it. */
export function textsAt(value: Json, paths: readonly FieldPath[] | null, depth = 0): readonly string[] {
  if (paths === null && typeof value === "string") return [value];
  if (typeof value !== "object" || value === null || paths?.length === 0 || depth >= deepest) return [];
  const items = isObject(value)
    ? Object.entries(value)
    : value.map((item, index) => [String(index), item] as const);
  return items.flatMap(([name, item]) =>
    item === undefined ? [] : textsAt(item, paths && below(paths, name), depth + 1),
  );
}

/** Nothing of use is nested deeper. */
const deepest = 500;
