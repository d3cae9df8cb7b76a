import { dirname } from "node:path";
import type { Condition } from "../../contract/hook.ts";
import type { Runner } from "../../contract/runner.ts";
import { report, reportSentence } from "./file-judge.ts";
import { entryPath, type JudgedGroup } from "./judged-entry.ts";

/** The two conditions that an entry may have. */
type ConditionName = "if" | "when";

/** What must be loaded before an entry can be judged: the parser of a condition, or what a runner needs. */
export type Wanted = ConditionName | Pick<Runner, "prepare">;

/** Their parsers are large, so each is loaded when the first entry needs it. */
const loaded: {
  if: typeof import("../matching/permission-rule.ts").compileIf | null;
  when: typeof import("../matching/cel.ts").compileWhen | null;
} = { if: null, when: null };

/** Loads what compiles these conditions, and what these runners need. */
export async function loadConditions(names: ReadonlySet<Wanted>): Promise<void> {
  for (const one of names) if (typeof one === "object") await one.prepare?.();
  if (names.has("if")) loaded.if = (await import("../matching/permission-rule.ts")).compileIf;
  if (names.has("when")) loaded.when = (await import("../matching/cel.ts")).compileWhen;
}

/** Compiles the `if` of an entry; on an event without tools it never holds. */
export function judgeIf(group: JudgedGroup, rule: string, index: number): Condition {
  const { file, spec } = group;
  if (spec.payload.tool_name === undefined) {
    const message = `"if" asks about a tool, and ${spec.name} has none; the hook never runs`;
    const path = [...entryPath(group, index), "if"];
    report(file, "error", { path, at: "key" }, message, 'remove "if", or ask about the event with "when"');
    return { text: rule, test: () => ({ holds: false }) };
  }
  if (!loaded.if) return later(group, "if", rule);
  const { home, projectDir, catalog } = file.basis;
  const place = { home, projectDir, sourceDir: dirname(file.place.path) };
  const { condition, problem } = loaded.if(rule, place, catalog);
  if (problem !== null) reportSentence(file, "error", [...entryPath(group, index), "if"], problem);
  return condition;
}

/** Compiles the `when` of an entry. */
export function judgeWhen(group: JudgedGroup, expression: string, index: number): Condition {
  if (!loaded.when) return later(group, "when", expression);
  const { condition, problem } = loaded.when(expression);
  if (problem !== null) reportSentence(group.file, "error", [...entryPath(group, index), "when"], problem);
  return condition;
}

/** Stands for a condition until its parser is loaded and the file is judged once more. */
function later({ file }: JudgedGroup, name: ConditionName, text: string): Condition {
  file.wants.add(name);
  return { text, test: () => ({ holds: true }) };
}
