import { relative } from "node:path";
import type { JsonObject } from "hookline";
import { isInside } from "../tools/paths.ts";
import { type Grounds, type JudgedCall, realFolder } from "./call.ts";
import { allowedParts, allowsCall, heldRule } from "./held-rule.ts";
import { plainLine } from "./plain-line.ts";
import { ruleParts } from "./update.ts";
import { guardedPlace, staysInside } from "./working-folders.ts";

/**
 * Commands of which a prefix may be kept, whatever follows: they tell names, sizes and dates, and no argument makes them run a program,
 * read a file out or change one. Make, npm, cargo, go, pip and Git are not among them: they run what files of the project say (scripts,
 * hooks, filters) and what options name (`--script-shell`, `-exec`, `-c`). Of all others the very command is kept.
 */
const narrow: ReadonlySet<string> = new Set(["ls", "stat", "df"]);

/** The narrow rules that would let a call like this run unasked; none if there are none that are narrow and sure. */
export function alwaysRules(call: JudgedCall, grounds: Grounds): readonly string[] {
  if (guardedPlace(call, grounds) !== null) return [];
  if (call.kind === "shell") return commandRules(call, grounds);
  const rule = call.paths.length > 0 ? pathRule(call, grounds) : toolRule(call);
  return rule !== null && allowsCall(held(rule, grounds), call, grounds) ? [rule] : [];
}

/** The same as hooks get it in `permission_suggestions`. */
export function suggestions(call: JudgedCall, grounds: Grounds): JsonObject[] {
  const edits = call.kind === "write" || call.kind === "edit";
  const accept =
    edits &&
    grounds.facts.mode === "default" &&
    staysInside(call, grounds) &&
    guardedPlace(call, grounds) === null;
  const rules = alwaysRules(call, grounds).map(ruleParts);
  return [
    ...(accept ? [{ type: "setMode", mode: "acceptEdits", destination: "session" }] : []),
    ...(rules.length > 0
      ? [{ type: "addRules", rules, behavior: "allow", destination: "localSettings" }]
      : []),
  ];
}

function held(text: string, grounds: Grounds) {
  return heldRule(
    { behavior: "allow", text, source: "", sourceDir: grounds.facts.projectDir },
    "session",
    grounds,
  );
}

/** One rule for each command of a plain line, or the whole command as it is. */
function commandRules(call: JudgedCall, grounds: Grounds): readonly string[] {
  const { command } = call;
  if (command === null || command.trim() === "") return [];
  const line = plainLine(command);
  const rules = [...new Set(line ? line.map(({ words }) => commandRule(words)) : [exactly(command.trim())])];
  const parts = rules.map((rule) => allowedParts(held(rule, grounds), call));
  const count = parts[0]?.length ?? 0;
  // What is offered must hold: else the person would be asked the same again.
  const sure = Array.from({ length: count }, (_, at) => parts.some((known) => known?.[at])).every(Boolean);
  return count > 0 && sure && parts.every((known) => known !== null) ? rules : [];
}

function commandRule(words: readonly string[]): string {
  const [program = ""] = words;
  return narrow.has(program) ? `Bash(${program}:*)` : exactly(words.join(" "));
}

/** A command that is no pattern; one with a `*` in it, or that ends like a pattern, would be. */
function exactly(command: string): string {
  return /\*/.test(command) ? "" : `Bash(${command})`;
}

function pathRule({ canonical, paths }: JudgedCall, { facts }: Grounds): string | null {
  const [path] = paths;
  if (!path || paths.length > 1 || /[\p{Cc}\p{Z}]$|[\p{Cc}]/u.test(path.given)) return null;
  const project = realFolder(facts.projectDir);
  const inside = isInside(path.given, project) && path.given !== project;
  const written = (inside ? `/${relative(project, path.given)}` : `/${path.given}`).replace(
    /[\\*?[\]!#]/g,
    "\\$&",
  );
  return `${canonical}(${written})`;
}

function toolRule({ name, canonical, kind, input }: JudgedCall): string | null {
  if (kind === "read" || kind === "write" || kind === "edit") return null;
  if (canonical !== "WebFetch") return name;
  const { url } = input;
  return typeof url === "string" && URL.canParse(url) ? `WebFetch(domain:${new URL(url).hostname})` : null;
}
