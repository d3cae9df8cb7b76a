import type { ASTNode } from "@marcbachmann/cel-js";
import type { RuleSubject } from "../rule.ts";
import { commandFields } from "./command-value.ts";
import {
  type FilterTest,
  type FilterType,
  type FilterValue,
  type FilterVariables,
  testBy,
} from "./filter-test.ts";
import { pathFields } from "./path-value.ts";
import { shellFields, textFields } from "./small-values.ts";

/** Says of the variables of a rule whether its condition may be true; where it says no, the condition is surely false. */
export type Filter = (variables: FilterVariables) => boolean;

/** What a filter looks at, as data: it can be kept, and a filter made of it without the language. */
export type FilterPlan = FilterTest;

/** The types of the variables that a part of a condition sees. */
type Scope = ReadonlyMap<string, { readonly type: FilterType; readonly items: FilterType | null }>;

const fields: { readonly [type in FilterType]: { readonly [name: string]: string } } = {
  Command: commandFields,
  Path: pathFields,
  Text: textFields,
  Shell: shellFields,
  string: {},
  list: {},
};

const subjects: { readonly [subject in RuleSubject]?: FilterType } = {
  command: "Command",
  path: "Path",
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
    ["commands", { type: "list", items: "Command" }],
    ["paths", { type: "list", items: "Path" }],
    ...(own ? [[subject, { type: own, items: null }] as const] : []),
  ]);
  return testOf(root, true, scope);
}

/** Makes the filter of a plan. */
export function filterBy(plan: FilterPlan): Filter {
  return testBy(plan);
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
    case "!=": {
      const value = valueIn(node.args[0], "string", scope);
      const [is] = textsOf([node.args[1]]) ?? [];
      return value && is !== undefined ? { value, is, wanted: (node.op === "==") === wanted } : null;
    }
    case "in":
      return memberTest(node.args[0], node.args[1], wanted, scope);
    case "rcall":
      return callTest(node, wanted, scope);
    default:
      return null;
  }
}

/** `command.program in ["rm", "shred"]`, and `"script" in command.via`. */
function memberTest(item: ASTNode, list: ASTNode, wanted: boolean, scope: Scope): FilterTest | null {
  const value = valueIn(item, "string", scope);
  const among = list.op === "list" ? textsOf(list.args) : null;
  if (value && among) return { value, among, wanted };
  const [holds] = textsOf([item]) ?? [];
  const of = valueIn(list, "list<string>", scope);
  return of && holds !== undefined ? { value: of, holds, wanted } : null;
}

/** `command.program.startsWith("mkfs")`, `command.has("-r")`; and what exists in a list. */
function callTest(
  { args: [name, receiver, args] }: ASTNode & { op: "rcall" },
  wanted: boolean,
  scope: Scope,
): FilterTest | null {
  const texts = textsOf(args);
  if (name === "startsWith" && args.length === 1) {
    const value = valueIn(receiver, "string", scope);
    const [starts] = texts ?? [];
    return value && starts !== undefined ? { value, starts, wanted } : null;
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
  if (node.op === "id" && known?.items)
    return { value: { on: node.args, type: "list", field: null }, items: known.items };
  const paths = valueIn(node, "list<Path>", scope);
  if (paths) return { value: paths, items: "Path" };
  const texts = valueIn(node, "list<string>", scope) ?? valueIn(node, "map<string", scope);
  return texts && { value: texts, items: "string" };
}

/** The variable of a type that a node is. */
function wholeValue(node: ASTNode, type: FilterType, scope: Scope): FilterValue | null {
  if (node.op !== "id" || scope.get(node.args)?.type !== type) return null;
  return { on: node.args, type, field: null };
}

/** The value of a type that a node reads: a field of a variable, or the variable of a loop through texts. */
function valueIn(node: ASTNode, type: string, scope: Scope): FilterValue | null {
  if (node.op === "id") return type === "string" ? wholeValue(node, "string", scope) : null;
  if (node.op !== ".") return null;
  const [of, name] = node.args;
  const known = of.op === "id" ? scope.get(of.args) : undefined;
  if (of.op !== "id" || !known || !Object.hasOwn(fields[known.type], name)) return null;
  return fields[known.type][name]?.startsWith(type) ? { on: of.args, type: known.type, field: name } : null;
}

function textsOf(nodes: readonly ASTNode[]): readonly string[] | null {
  const texts: string[] = [];
  for (const node of nodes) {
    if (node.op !== "value" || typeof node.args !== "string") return null;
    texts.push(node.args);
  }
  return texts;
}
