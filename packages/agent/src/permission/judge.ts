import type { Verdict } from "hookline";
import type { PermissionMode } from "../session/facts.ts";
import type { Grounds, JudgedCall } from "./call.ts";
import type { HeldRule } from "./held-rule.ts";
import type { RuleBook } from "./rule-book.ts";
import { guardedPlace, staysInside } from "./working-folders.ts";

/** What rules, hooks and the mode make of a call, and which of them it comes from. */
export interface Judgement {
  readonly level: "allow" | "ask" | "deny";
  readonly by: "rule" | "hook" | "mode";
  /** The rule that it comes from. */
  readonly rule: string | null;
  readonly reason: string;
}

/** What hooks said about a call. */
export interface Heard {
  readonly verdict: Verdict;
  readonly reason: string;
}

/** The precedence on one screen: deny rule, the limits of plan mode, ask rule, hook ask, hook allow, allow rule, mode. */
export function judge(call: JudgedCall, book: RuleBook, grounds: Grounds, heard: Heard): Judgement {
  const denying = book.refusing("deny", call);
  if (denying) return { level: "deny", by: "rule", rule: denying.text, reason: deniedBy(denying) };
  const byMode = judgeByMode(call, book, grounds);
  if (byMode.level === "deny") return byMode;
  if (heard.verdict === "deny") return byHook("deny", heard);
  const asking = book.refusing("ask", call);
  if (asking)
    return {
      level: "ask",
      by: "rule",
      rule: asking.text,
      reason: `the rule ${named(asking)} wants a person to agree`,
    };
  if (heard.verdict === "ask" || heard.verdict === "defer") return byHook("ask", heard);
  if (heard.verdict === "allow") return byHook("allow", heard);
  const allowing = book.allowing(call);
  if (allowing !== null) return { level: "allow", by: "rule", rule: allowing, reason: "" };
  return byMode;
}

/** Why a deny rule refuses. */
export function deniedBy(rule: HeldRule): string {
  return `the rule ${named(rule)} denies it`;
}

function named({ text, source }: HeldRule): string {
  return `${text} (${source})`;
}

function byHook(level: Judgement["level"], { reason }: Heard): Judgement {
  return { level, by: "hook", rule: null, reason: reason || "a hook wants a person to agree" };
}

function judgeByMode(call: JudgedCall, book: RuleBook, grounds: Grounds): Judgement {
  const says = (level: Judgement["level"], reason = ""): Judgement => ({
    level,
    by: "mode",
    rule: null,
    reason,
  });
  const { mode } = grounds.facts;
  const { kind, name } = call;
  if (kind === "task") return says("allow");
  const looks = kind === "read" || kind === "search";
  if (mode === "plan" && !looks) {
    return says(
      "deny",
      `plan mode: ${name} could change something; only reading and searching are possible until the plan is done`,
    );
  }
  if (mode === "bypassPermissions") return says("allow");
  if (looks || kind === "write" || kind === "edit") return judgeFiles(call, mode, grounds, says);
  if (kind === "shell") return book.isHarmless(call) ? says("allow") : says("ask", `${name} runs a command`);
  return says("ask", `${name} is a tool of which nothing is known here`);
}

function judgeFiles(
  call: JudgedCall,
  mode: PermissionMode,
  grounds: Grounds,
  says: (level: Judgement["level"], reason?: string) => Judgement,
): Judgement {
  const looks = call.kind === "read" || call.kind === "search";
  const [first] = call.paths;
  const inside = staysInside(call, grounds);
  if (!inside)
    return says("ask", `${first?.real ?? first?.given ?? "its path"} is outside the folders of this session`);
  if (looks) return says("allow");
  const guard = guardedPlace(call, grounds);
  if (guard !== null)
    return says("ask", `what is in ${guard} is run or obeyed later, without anybody being asked`);
  return mode === "acceptEdits" ? says("allow") : says("ask", `${call.name} changes a file`);
}
