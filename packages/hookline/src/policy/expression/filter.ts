import type { ASTNode } from "@marcbachmann/cel-js";
import type { RuleSubject } from "../rule.ts";
import { CommandValue, commandFields } from "./command-value.ts";
import { PathValue, pathFields } from "./path-value.ts";

/** Says of a subject whether an expression about it may be true; where it says no, the expression is surely false. */
export type Filter = (subject: object | string) => boolean;

/**
 * What can be told of an expression without the language: most rules are about a program, an access or a flag that a subject has not,
 * and looking at that takes a hundredth of judging them. Null if nothing can be told.
 */
export function filterOf(root: ASTNode, subject: RuleSubject): Filter | null {
  if (subject === "command") {
    const test = testOf<CommandValue>(root, true, { subject, fields: commandFields });
    return test && ((one) => !(one instanceof CommandValue) || test(one));
  }
  if (subject === "path") {
    const test = testOf<PathValue>(root, true, { subject, fields: pathFields });
    return test && ((one) => !(one instanceof PathValue) || test(one));
  }
  return null;
}

type Test<Value> = (one: Value) => boolean;

/** The variable that an expression is about, and the types of its fields. */
interface About<Value> {
  readonly subject: string;
  readonly fields: { readonly [Name in keyof Value]?: string };
}

/** True where a part of an expression may be what is wanted; false means that it is surely the other. Null if nobody knows. */
function testOf<Value>(node: ASTNode, wanted: boolean, about: About<Value>): Test<Value> | null {
  switch (node.op) {
    case "&&":
    case "||": {
      const left = testOf(node.args[0], wanted, about);
      const right = testOf(node.args[1], wanted, about);
      // Of `&&`, a part that is false is enough, also where the other cannot be judged; of `||`, one that is true.
      return (node.op === "&&") === wanted ? both(left, right) : either(left, right);
    }
    case "!_":
      return testOf(node.args, !wanted, about);
    case ".": {
      const field = fieldIn(node, "bool", about);
      return field && ((one) => one[field] === wanted);
    }
    case "==":
    case "!=": {
      const field = fieldIn(node.args[0], "string", about);
      const [text] = textsOf([node.args[1]]) ?? [];
      const same = (node.op === "==") === wanted;
      return field && text !== undefined ? (one) => (one[field] === text) === same : null;
    }
    case "in":
      return memberTest(node.args[0], node.args[1], wanted, about);
    case "rcall":
      return callTest(node, wanted, about);
    default:
      return null;
  }
}

function both<Value>(left: Test<Value> | null, right: Test<Value> | null): Test<Value> | null {
  return left && right ? (one) => left(one) && right(one) : (left ?? right);
}

function either<Value>(left: Test<Value> | null, right: Test<Value> | null): Test<Value> | null {
  return left && right ? (one) => left(one) || right(one) : null;
}

/** `command.program in ["rm", "shred"]`, and `"script" in command.via`. */
function memberTest<Value>(
  item: ASTNode,
  list: ASTNode,
  wanted: boolean,
  about: About<Value>,
): Test<Value> | null {
  const field = fieldIn(item, "string", about);
  const texts = list.op === "list" ? textsOf(list.args) : null;
  if (field && texts) {
    const known: ReadonlySet<unknown> = new Set(texts);
    return (one) => known.has(one[field]) === wanted;
  }
  const [text] = textsOf([item]) ?? [];
  const of = fieldIn(list, "list<string>", about);
  if (!of || text === undefined) return null;
  return (one) => {
    const value = one[of];
    return Array.isArray(value) ? value.includes(text) === wanted : true;
  };
}

/** `command.program.startsWith("mkfs")`; and of what is empty, nothing exists. */
function callTest<Value>(
  { args: [name, receiver, args] }: ASTNode & { op: "rcall" },
  wanted: boolean,
  about: About<Value>,
): Test<Value> | null {
  const { length } = args;
  if (name === "startsWith" && length === 1) {
    const field = fieldIn(receiver, "string", about);
    const [text] = textsOf(args) ?? [];
    if (!field || text === undefined) return null;
    return (one) => {
      const value = one[field];
      return typeof value === "string" ? value.startsWith(text) === wanted : true;
    };
  }
  if (name !== "exists" || length !== 2 || !wanted) return null;
  const field = fieldIn(receiver, "list<", about) ?? fieldIn(receiver, "map<", about);
  return field && ((one) => holdsSome(one[field]));
}

function holdsSome(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (typeof value !== "object") return true;
  for (const _ in value) return true;
  return false;
}

/** The field of the subject that a node reads, if it is of this type. */
function fieldIn<Value>(
  node: ASTNode,
  type: string,
  { subject, fields }: About<Value>,
): (keyof Value & string) | null {
  if (node.op !== ".") return null;
  const [of, name] = node.args;
  if (of.op !== "id" || of.args !== subject || !isKey(fields, name)) return null;
  return fields[name]?.startsWith(type) ? name : null;
}

function isKey<Value>(fields: About<Value>["fields"], name: string): name is keyof Value & string {
  return Object.hasOwn(fields, name);
}

function textsOf(nodes: readonly ASTNode[]): readonly string[] | null {
  const texts: string[] = [];
  for (const node of nodes) {
    if (node.op !== "value" || typeof node.args !== "string") return null;
    texts.push(node.args);
  }
  return texts;
}
