import type { ASTNode } from "@marcbachmann/cel-js";
import type { RuleSubject } from "../rule.ts";
import { commandFields } from "./command-value.ts";
import {
  type FilterPlan,
  type FilterTest,
  type FilterText,
  type FilterType,
  type FilterValue,
  filterValue,
  inLowerCase,
} from "./filter-test.ts";
import { pathFields } from "./path-value.ts";
import { factsFields, hostFields, shellFields, textFields } from "./small-values.ts";
import { ourMatches } from "./syntax.ts";

/** The types of the variables that a part of a condition sees. */
type Scope = ReadonlyMap<string, { readonly type: FilterType; readonly items: FilterType | null }>;

const fields: { readonly [type in FilterType]: { readonly [name: string]: string } } = {
  Command: commandFields,
  Path: pathFields,
  Host: hostFields,
  Text: textFields,
  Shell: shellFields,
  Facts: factsFields,
  Settings: {},
  string: {},
  unknown: {},
  list: {},
};

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
      if ((node.op === "&&") === wanted) return left && right ? { both: [left, right] } : (left ?? right);
      return left && right ? { either: [left, right] } : null;
    }
    case "!_":
      return testOf(node.args, !wanted, scope);
    case ".": {
      const value = valueIn(node, "bool", scope);
      return value && { value, is: wanted, wanted: true };
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
    return value && { value, empty: true, wanted: (op === "==") === wanted };
  }
  const value = op === ">" ? null : textIn(one, scope);
  const is = textWith(other, scope);
  return value && is !== null ? { value, is, wanted: (op === "==") === wanted } : null;
}

/** `command.program in ["rm", "shred"]`, and `"script" in command.via`. */
function memberTest(item: ASTNode, list: ASTNode, wanted: boolean, scope: Scope): FilterTest | null {
  const value = textIn(item, scope);
  const among = list.op === "list" ? textsOf(list.args) : null;
  if (value && among) return { value, among, wanted };
  const [holds] = textsOf([item]) ?? [];
  const of = valueIn(list, "list<string>", scope);
  return of && holds !== undefined ? { value: of, holds, wanted } : null;
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
    if (value && starts !== null) return { value, starts, wanted };
    const [matches] = texts ?? [];
    return value && name === ourMatches && matches !== undefined ? { value, matches, wanted } : null;
  }
  const [call, type] = listCalls.find(([one]) => one === name) ?? [];
  if (first && args.length === 1 && call && type) {
    const value = wholeValue(receiver, type, scope);
    const list = first.op === "list" ? textsOf(first.args) : (texts ?? settingIn(first, scope));
    return value && list ? { value, call, args: list, wanted } : null;
  }
  if (name === "has" || name === "hasSecret") {
    const value = wholeValue(receiver, name === "has" ? "Command" : "Text", scope);
    const fits = texts && texts.length > 0 === (name === "has");
    return value && fits ? { value, call: name, args: texts, wanted } : null;
  }
  const [variable, body] = args;
  if (name !== "exists" || args.length !== 2 || !wanted || variable?.op !== "id" || !body) return null;
  const list = listIn(receiver, scope);
  if (!list) return null;
  const inner = new Map([...scope, [variable.args, { type: list.items, items: null }] as const]);
  return { value: list.value, some: variable.args, where: testOf(body, true, inner) };
}

/** The list or map that a node reads, and what is in it. */
function listIn(
  node: ASTNode,
  scope: Scope,
): { readonly value: FilterValue; readonly items: FilterType } | null {
  const known = node.op === "id" ? scope.get(node.args) : undefined;
  if (node.op === "id" && known?.items) return { value: filterValue("list", node.args), items: known.items };
  const paths = valueIn(node, "list<Path>", scope);
  if (paths) return { value: paths, items: "Path" };
  const texts = valueIn(node, "list<string>", scope) ?? valueIn(node, "map<string", scope);
  return texts && { value: texts, items: "string" };
}

/** A text that a node reads, in lower case if it says so. */
function textIn(node: ASTNode, scope: Scope): FilterValue | null {
  if (node.op !== "rcall" || node.args[0] !== "lowerAscii" || node.args[2].length > 0)
    return valueIn(node, "string", scope);
  const value = valueIn(node.args[1], "string", scope);
  return value && inLowerCase(value);
}

/** A text, or one that a node reads with a text behind it: `path.path + "/"`. */
function textWith(node: ASTNode, scope: Scope): FilterText | null {
  const [text] = textsOf([node]) ?? [];
  if (text !== undefined) return text;
  const [read, added] = node.op === "+" ? node.args : [node, null];
  const [behind] = added ? (textsOf([added]) ?? []) : [""];
  const value = behind === undefined ? null : valueIn(read, "string", scope);
  return value && { value, behind: behind ?? "" };
}

/** A list of the settings. */
function settingIn(node: ASTNode, scope: Scope): FilterValue | null {
  if (node.op !== ".") return null;
  const [of, field] = node.args;
  const isSettings = of.op === "id" && scope.get(of.args)?.type === "Settings";
  return isSettings ? filterValue("Settings", of.args, field) : null;
}

/** The variable of a type that a node is. */
function wholeValue(node: ASTNode, type: FilterType, scope: Scope): FilterValue | null {
  if (node.op !== "id" || scope.get(node.args)?.type !== type) return null;
  return filterValue(type, node.args);
}

/** The value of a type that a node reads: a field of a variable, or the variable of a loop through texts. */
function valueIn(node: ASTNode, type: string, scope: Scope): FilterValue | null {
  if (node.op === "id") return type === "string" ? wholeValue(node, "string", scope) : null;
  if (node.op !== ".") return null;
  const [of, name] = node.args;
  const known = of.op === "id" ? scope.get(of.args) : undefined;
  if (of.op !== "id" || !known || !Object.hasOwn(fields[known.type], name)) return null;
  return fields[known.type][name]?.startsWith(type) ? filterValue(known.type, of.args, name) : null;
}

function textsOf(nodes: readonly ASTNode[]): readonly string[] | null {
  const texts: string[] = [];
  for (const node of nodes) {
    if (node.op !== "value" || typeof node.args !== "string") return null;
    texts.push(node.args);
  }
  return texts;
}
