import { join, relative } from "node:path";
import { compileRule, type JsonObject, type Rule, type RuleCall } from "hookline";
import type { WrittenRule } from "../settings/settings-file.ts";
import { isInside } from "../tools/paths.ts";
import { type Grounds, type JudgedCall, realFolder } from "./call.ts";
import { folderPath } from "./working-folders.ts";

/** Where a rule is kept: in files that are only read, for all projects, for this one, or for the session. */
export type RuleHome = "settings" | "user" | "project" | "session";

/** A rule that can be asked. */
export interface HeldRule extends WrittenRule {
  readonly home: RuleHome;
  readonly rule: Rule;
}

/** Compiles a rule for the place where the session works. */
export function heldRule(written: WrittenRule, home: RuleHome, { facts, home: user }: Grounds): HeldRule {
  const projectDir = realFolder(facts.projectDir);
  const sourceDir = isInside(written.sourceDir, facts.projectDir)
    ? join(projectDir, relative(facts.projectDir, written.sourceDir))
    : written.sourceDir;
  return {
    ...written,
    home,
    rule: compileRule(written.text, { projectDir, home: realFolder(user), sourceDir }),
  };
}

/** True if a deny or ask rule is about a call: by any of its paths, as given or as they really are, from any folder of the session. */
export function refusesCall({ rule }: HeldRule, call: JudgedCall, { facts, home }: Grounds): boolean {
  const added = facts.directories.map((folder) => realFolder(folderPath(folder, facts.projectDir, home)));
  const bases = [realFolder(facts.projectDir), call.cwd, ...added];
  // A rule for some files is for all tools that reach them; one for a whole tool is for that tool.
  const named = /\(\s*\S/.test(rule.text);
  const names = [call.name, ...sameFiles(call, named)];
  return names.some((name) =>
    inputs(name, call).some((tool_input) =>
      bases.some((cwd) => rule.holds({ tool_name: name, tool_input, cwd }, "any")),
    ),
  );
}

/** True if an allow rule covers a call: each of its paths, as given and as it really is, seen from the project. */
export function allowsCall({ rule }: HeldRule, call: JudgedCall, { facts }: Grounds): boolean {
  if (rule.problem !== null || call.paths.some(({ real }) => real === null)) return false;
  const cwd = call.paths.length > 0 ? realFolder(facts.projectDir) : call.cwd;
  return [call.name, ...sameFiles(call, false)].some((name) =>
    inputs(name, call).every((tool_input) => rule.holds({ tool_name: name, tool_input, cwd }, "every")),
  );
}

/** Of each command of a shell call whether an allow rule covers it; null if that cannot be known. */
export function allowedParts({ rule }: HeldRule, call: JudgedCall): readonly boolean[] | null {
  if (rule.problem !== null) return null;
  const asked: RuleCall = { tool_name: call.name, tool_input: call.input, cwd: call.cwd };
  return rule.parts(asked);
}

/** The tools whose rules also count for a call, as in Claude Code: Edit's for all that writes, Read's for all that searches. */
function sameFiles({ kind }: JudgedCall, both: boolean): readonly string[] {
  if (kind === "write") return ["Edit"];
  if (kind === "search") return ["Read"];
  return kind === "edit" && both ? ["Write"] : [];
}

/** The input of a call, once for each path that it may mean. */
function inputs(name: string, call: JudgedCall): readonly JsonObject[] {
  if (call.paths.length === 0) return [call.input];
  const fields = new Set(call.paths.map(({ field }) => field));
  const rest = Object.fromEntries(Object.entries(call.input).filter(([key]) => !fields.has(key)));
  return call.paths.flatMap(({ field, given, real }) => {
    const key = name === call.name ? field : "file_path";
    const ways = real === null || real === given ? [given] : [given, real];
    return ways.map((path) => ({ ...rest, [key]: path }));
  });
}

/** What is said of a rule that cannot be understood. */
export function ruleProblem({ behavior, source, rule }: HeldRule): string | null {
  if (rule.problem === null) return null;
  const effect =
    behavior === "allow"
      ? "it allows nothing"
      : `until then it holds (${behavior}) for all that it may be about`;
  return `${source}: ${rule.problem}; ${effect}`;
}
