import type { ASTNode } from "@marcbachmann/cel-js";
import type { RuleSubject } from "../rule.ts";
import {
  listIn,
  type Scope,
  settingIn,
  textIn,
  textsOf,
  textWith,
  valueIn,
  wholeValue,
} from "./filter-nodes.ts";
import type { FilterPlan, FilterTest } from "./filter-test.ts";
import type { FilterType } from "./filter-value.ts";
import { ourMatches } from "./syntax.ts";

const subjects: { readonly [subject in RuleSubject]?: FilterType } = {
  command: "Command",
  path: "Path",
  host: "Host",
  text: "Text",
};

/**
 * What can be told of a condition without the language: most rules are about a program, an access or a flag that an event has not, and
 * looking at that takes a hundredth of judging them. Null if nothing can be told.
 */
export function filterPlan(root: ASTNode, subject: RuleSubject): FilterPlan | null {
  const own = subjects[subject];
  const scope = new Map<string, { type: FilterType; items: FilterType | null }>([
    ["shell", { type: "Shell", items: null }],
    ["facts", { type: "Facts", items: null }],
    ["settings", { type: "Settings", items: null }],
    ["hosts", { type: "list", items: "Host" }],
    ["commands", { type: "list", items: "Command" }],
    ["paths", { type: "list", items: "Path" }],
    ...(own ? [[subject, { type: own, items: null }] as const] : []),
  ]);
  return testOf(root, true, scope);
}

/** True where a part of a condition may be what is wanted; false means that it is surely the other. Null if nobody knows. */
function testOf(node: ASTNode, wanted: boolean, scope: Scope): FilterTest | null {
  switch (node.op) {
    case "&&":
    case "||": {
      const left = testOf(node.args[0], wanted, scope);
      const right = testOf(node.args[1], wanted, scope);
      // Of `&&`, a part that is false is enough, also where the other cannot be judged; of `||`, one that is true.
      if ((node.op === "&&") === wanted) return left && right ? ["and", left, right] : (left ?? right);
      return left && right ? ["or", left, right] : null;
    }
    case "!_":
      return testOf(node.args, !wanted, scope);
    case ".": {
      const value = valueIn(node, "bool", scope);
      return value && ["is", value, wanted, true];
    }
    case "==":
    case "!=":
    case ">":
      return comparedTest(node, wanted, scope);
    case "in":
      return memberTest(node.args[0], node.args[1], wanted, scope);
    case "rcall":
      return callTest(node, wanted, scope);
    default:
      return null;
  }
}

/** `command.program == "rm"`, `path.path == facts.project`; `size(command.operands) == 0`. */
function comparedTest(
  { op, args: [one, other] }: ASTNode & { op: "==" | "!=" | ">" },
  wanted: boolean,
  scope: Scope,
): FilterTest | null {
  const [name, [counted]] = one.op === "call" ? one.args : ["", []];
  if (name === "size" && counted && other.op === "value" && other.args === 0n) {
    const value = valueIn(counted, "list<string>", scope);
    return value && ["empty", value, null, (op === "==") === wanted];
  }
  const value = op === ">" ? null : textIn(one, scope);
  const is = textWith(other, scope);
  return value && is !== null ? ["is", value, is, (op === "==") === wanted] : null;
}

/** `command.program in ["rm", "shred"]`, and `"script" in command.via`. */
function memberTest(item: ASTNode, list: ASTNode, wanted: boolean, scope: Scope): FilterTest | null {
  const value = textIn(item, scope);
  const among = list.op === "list" ? textsOf(list.args) : null;
  if (value && among) return ["in", value, among, wanted];
  const [holds] = textsOf([item]) ?? [];
  const of = valueIn(list, "list<string>", scope);
  return of && holds !== undefined ? ["holds", of, holds, wanted] : null;
}

/** The functions of ours that are asked with a list, or with one text, and what they are asked about. */
const listCalls = [
  ["glob", "Path"],
  ["under", "Path"],
  ["reaches", "Path"],
  ["within", "Host"],
] as const;

/** `command.program.startsWith("mkfs")`, `command.has("-r")`, `path.glob(["~/.ssh/**"])`; and what exists in a list. */
function callTest(
  { args: [name, receiver, args] }: ASTNode & { op: "rcall" },
  wanted: boolean,
  scope: Scope,
): FilterTest | null {
  const texts = textsOf(args);
  const [first] = args;
  if (first && args.length === 1 && (name === "startsWith" || name === ourMatches)) {
    const value = textIn(receiver, scope);
    const starts = name === "startsWith" ? textWith(first, scope) : null;
    if (value && starts !== null) return ["starts", value, starts, wanted];
    const [matches] = texts ?? [];
    return value && name === ourMatches && matches !== undefined ? ["matches", value, matches, wanted] : null;
  }
  const [call, type] = listCalls.find(([one]) => one === name) ?? [];
  if (first && args.length === 1 && call && type) {
    const value = wholeValue(receiver, type, scope);
    const list = first.op === "list" ? textsOf(first.args) : (texts ?? settingIn(first, scope));
    return value && list ? [call, value, list, wanted] : null;
  }
  if (name === "has" || name === "hasSecret") {
    const value = wholeValue(receiver, name === "has" ? "Command" : "Text", scope);
    const fits = texts && texts.length > 0 === (name === "has");
    return value && fits ? [name, value, texts, wanted] : null;
  }
  const [variable, body] = args;
  if (name !== "exists" || args.length !== 2 || !wanted || variable?.op !== "id" || !body) return null;
  const list = listIn(receiver, scope);
  if (!list) return null;
  const inner = new Map([...scope, [variable.args, { type: list.items, items: null }] as const]);
  return ["some", list.value, variable.args, testOf(body, true, inner)];
}
