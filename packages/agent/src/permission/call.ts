import { realpathSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { builtInTools, type JsonObject, type ToolKind, type ToolSpec } from "hookline";
import type { SessionFacts } from "../session/facts.ts";
import { isInside, realTarget } from "../tools/paths.ts";

/** Where a session works, as permission sees it. */
export interface Grounds {
  readonly facts: SessionFacts;
  readonly home: string;
  /** Where Hookline keeps what it remembers. */
  readonly stateFolder: string;
  /** Files, links followed, that hooks and servers run. */
  readonly guarded?: () => readonly string[];
}

/** A path of a call: as the model gave it, and where it really leads, null if that cannot be found out. */
export interface JudgedPath {
  readonly field: string;
  readonly given: string;
  readonly real: string | null;
}

/** A tool call with all that permission asks about it. */
export interface JudgedCall {
  readonly name: string;
  /** The name that Claude Code has for the tool. */
  readonly canonical: string;
  readonly kind: ToolKind;
  readonly input: JsonObject;
  /** Where its relative paths and its command start. */
  readonly cwd: string;
  readonly paths: readonly JudgedPath[];
  /** The command of a shell, null if it has none or is none. */
  readonly command: string | null;
}

const specs = new Map<string, ToolSpec>(
  builtInTools.flatMap((spec) =>
    [spec.name, ...(spec.aliases ?? []), ...(spec.former ?? [])].map((name): [string, ToolSpec] => [
      name,
      spec,
    ]),
  ),
);

/** Names that stand for the list of things to do, whatever the catalog of tools says. */
const lists: ReadonlySet<string> = new Set(["todo", "TodoWrite"]);

/** Finds out what a call is about. */
export function judgedCall(
  { name, input }: { name: string; input: JsonObject },
  grounds: Grounds,
): JudgedCall {
  const spec = specs.get(name);
  const kind = lists.has(name) ? "task" : (spec?.kind ?? (name.startsWith("mcp__") ? "mcp" : "other"));
  const { cwd } = grounds.facts;
  const fields = (spec?.path ?? []).flatMap((field) => {
    const value = input[field];
    return typeof value === "string" ? [{ field, value }] : [];
  });
  if (fields.length === 0 && kind === "search") fields.push({ field: spec?.path?.[0] ?? "path", value: cwd });
  const commands = (spec?.command ?? [])
    .map((field) => input[field])
    .filter((value) => typeof value === "string");
  return {
    name,
    canonical: spec?.name ?? name,
    kind,
    input,
    cwd,
    paths: fields.map(({ field, value }) => ({ field, ...judgedPath(value, cwd, grounds) })),
    command: commands.length === 1 ? (commands[0] ?? null) : null,
  };
}

/** Makes a path absolute and follows its links. */
export function judgedPath(path: string, cwd: string, { facts, home }: Grounds): Omit<JudgedPath, "field"> {
  const fromHome = path === "~" || path.startsWith("~/");
  const absolute = fromHome ? resolve(home, path.slice(2)) : resolve(cwd, path);
  // Rules start at the real project, so a path that is written by another way to it is put on this one.
  const project = resolve(facts.projectDir);
  const given = isInside(absolute, project)
    ? join(realFolder(project), relative(project, absolute))
    : absolute;
  try {
    return { given, real: path.includes("\0") ? null : realTarget(absolute) };
  } catch {
    return { given, real: null };
  }
}

/** A folder with all its links followed, as it is if that cannot be done. */
export function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return resolve(folder);
  }
}
