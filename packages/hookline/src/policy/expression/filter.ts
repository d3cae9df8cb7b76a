import type { ASTNode } from "@marcbachmann/cel-js";
import type { RuleSubject } from "../rule.ts";
import { CommandValue, commandFields } from "./command-value.ts";
import { type FilterTest, testBy } from "./filter-test.ts";
import { PathValue, pathFields } from "./path-value.ts";

/** Says of a subject whether an expression about it may be true; where it says no, the expression is surely false. */
export type Filter = (subject: object | string) => boolean;

/** What a filter looks at, as data: it can be kept, and a filter made of it without the language. */
export interface FilterPlan {
  readonly subject: "command" | "path";
  readonly test: FilterTest;
}

/**
 * What can be told of an expression without the language: most rules are about a program, an access or a flag that a subject has not,
 * and looking at that takes a hundredth of judging them. Null if nothing can be told.
 */
export function filterPlan(root: ASTNode, subject: RuleSubject): FilterPlan | null {
  if (subject !== "command" && subject !== "path") return null;
  const fields = subject === "command" ? commandFields : pathFields;
  const test = testOf(root, true, { subject, fields });
  return test && { subject, test };
}

/** Makes the filter of a plan. */
export function filterBy({ subject, test }: FilterPlan): Filter {
  const passes = testBy(test);
  const known = subject === "command" ? CommandValue : PathValue;
  return (one) => !(one instanceof known) || passes(one);
}

/** The variable that an expression is about, and the types of its fields. */
interface About {
  readonly subject: string;
  readonly fields: { readonly [name: string]: string };
}

/** True where a part of an expression may be what is wanted; false means that it is surely the other. Null if nobody knows. */
function testOf(node: ASTNode, wanted: boolean, about: About): FilterTest | null {
  switch (node.op) {
    case "&&":
    case "||": {
      const left = testOf(node.args[0], wanted, about);
      const right = testOf(node.args[1], wanted, about);
      // Of `&&`, a part that is false is enough, also where the other cannot be judged; of `||`, one that is true.
      if ((node.op === "&&") === wanted) return left && right ? { both: [left, right] } : (left ?? right);
      return left && right ? { either: [left, right] } : null;
    }
    case "!_":
      return testOf(node.args, !wanted, about);
    case ".": {
      const field = fieldIn(node, "bool", about);
      return field === null ? null : { field, is: wanted, wanted: true };
    }
    case "==":
    case "!=": {
      const field = fieldIn(node.args[0], "string", about);
      const [text] = textsOf([node.args[1]]) ?? [];
      const same = (node.op === "==") === wanted;
      return field !== null && text !== undefined ? { field, is: text, wanted: same } : null;
    }
    case "in":
      return memberTest(node.args[0], node.args[1], wanted, about);
    case "rcall":
      return callTest(node, wanted, about);
    default:
      return null;
  }
}

/** `command.program in ["rm", "shred"]`, and `"script" in command.via`. */
function memberTest(item: ASTNode, list: ASTNode, wanted: boolean, about: About): FilterTest | null {
  const field = fieldIn(item, "string", about);
  const among = list.op === "list" ? textsOf(list.args) : null;
  if (field !== null && among) return { field, among, wanted };
  const [holds] = textsOf([item]) ?? [];
  const of = fieldIn(list, "list<string>", about);
  return of === null || holds === undefined ? null : { field: of, holds, wanted };
}

/** `command.program.startsWith("mkfs")`; and of what is empty, nothing exists. */
function callTest(
  { args: [name, receiver, args] }: ASTNode & { op: "rcall" },
  wanted: boolean,
  about: About,
): FilterTest | null {
  if (name === "startsWith" && args.length === 1) {
    const field = fieldIn(receiver, "string", about);
    const [starts] = textsOf(args) ?? [];
    return field === null || starts === undefined ? null : { field, starts, wanted };
  }
  if (name !== "exists" || args.length !== 2 || !wanted) return null;
  const field = fieldIn(receiver, "list<", about) ?? fieldIn(receiver, "map<", about);
  return field === null ? null : { field, some: true };
}

/** The field of the subject that a node reads, if it is of this type. */
function fieldIn(node: ASTNode, type: string, { subject, fields }: About): string | null {
  if (node.op !== ".") return null;
  const [of, name] = node.args;
  if (of.op !== "id" || of.args !== subject || !Object.hasOwn(fields, name)) return null;
  return fields[name]?.startsWith(type) ? name : null;
}

function textsOf(nodes: readonly ASTNode[]): readonly string[] | null {
  const texts: string[] = [];
  for (const node of nodes) {
    if (node.op !== "value" || typeof node.args !== "string") return null;
    texts.push(node.args);
  }
  return texts;
}
