import type { Json } from "../contract/json.ts";

/** A value of a JSON text and the offset where it begins. */
export type JsonNode =
  | { readonly kind: "object"; readonly offset: number; readonly members: readonly JsonMember[] }
  | { readonly kind: "list"; readonly offset: number; readonly items: readonly JsonNode[] }
  | { readonly kind: "plain"; readonly offset: number; readonly value: string | number | boolean | null };

/** A key of an object, where it stands, and its value. */
export interface JsonMember {
  readonly key: string;
  readonly offset: number;
  readonly node: JsonNode;
}

/** The way from the top of a JSON text to a value. */
export type JsonPath = readonly (string | number)[];

/** A key that should not be there, and what was done about it. */
export interface KeyProblem {
  readonly severity: "error" | "warning";
  readonly offset: number;
  readonly message: string;
  readonly hint: string;
}

/** True for a key that could reach an object's prototype. */
export function isUnsafe(key: string): boolean {
  return key === "__proto__" || key === "constructor" || key === "prototype";
}

/** The value that a tree stands for. */
export function treeValue(node: JsonNode): Json {
  if (node.kind === "plain") return node.value;
  if (node.kind === "list") return node.items.map(treeValue);
  const value: { [key: string]: Json } = {};
  for (const member of node.members) value[member.key] = treeValue(member.node);
  return value;
}

/** Where a value begins, or where the key before it does; what is absent is where its nearest container begins. */
export function offsetOf(root: JsonNode, path: JsonPath, at: "key" | "value"): number {
  let node = root;
  let offset = root.offset;
  for (const step of path) {
    if (node.kind === "list" && typeof step === "number") {
      const item = node.items[step];
      if (!item) return node.offset;
      node = item;
      offset = item.offset;
      continue;
    }
    const member = node.kind === "object" ? node.members.find(({ key }) => key === step) : undefined;
    if (!member) return node.offset;
    node = member.node;
    offset = at === "key" ? member.offset : node.offset;
  }
  return offset;
}

/** The tree without unsafe keys and with each key once, saying what was wrong. */
export function cleanTree(node: JsonNode, problems: KeyProblem[], path: JsonPath = []): JsonNode {
  if (node.kind === "plain") return node;
  if (node.kind === "list") {
    return { ...node, items: node.items.map((item, index) => cleanTree(item, problems, [...path, index])) };
  }
  const members = new Map<string, JsonMember>();
  for (const member of node.members) {
    const { key, offset } = member;
    const first = members.get(key);
    if (isUnsafe(key)) {
      const message = `the key "${key}" is left out, because it could change how objects work`;
      problems.push({ severity: "error", offset, message, hint: "remove it" });
    } else if (first) {
      members.set(key, oneOfTwo(first, member, path, problems));
    } else {
      members.set(key, member);
    }
  }
  const cleaned = [...members.values()].map((member) => ({
    ...member,
    node: cleanTree(member.node, problems, [...path, member.key]),
  }));
  return { ...node, members: cleaned };
}

/** Hooks that stand under a key written twice must not get lost, so lists of hooks become one; of other values the later holds. */
function oneOfTwo(first: JsonMember, second: JsonMember, path: JsonPath, problems: KeyProblem[]): JsonMember {
  const { key, offset } = second;
  const holdsHooks = key === "hooks" || (path.length === 1 && path[0] === "hooks");
  const joined = holdsHooks ? join(first.node, second.node) : null;
  if (joined) {
    const message = `"${key}" stands here a second time; what is written under both is in force`;
    problems.push({ severity: "warning", offset, message, hint: "write them as one" });
    return { ...first, node: joined };
  }
  const message = `"${key}" stands here a second time; only this one is in force`;
  problems.push({ severity: "error", offset, message, hint: "remove one of them" });
  return second;
}

function join(first: JsonNode, second: JsonNode): JsonNode | null {
  if (first.kind === "list" && second.kind === "list") {
    return { ...first, items: [...first.items, ...second.items] };
  }
  if (first.kind === "object" && second.kind === "object") {
    return { ...first, members: [...first.members, ...second.members] };
  }
  return null;
}
