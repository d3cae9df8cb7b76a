import { isUnsafeName, type Json } from "../../contract/json.ts";

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
  const members: JsonMember[] = [];
  for (const [key, same] of byKey(node.members)) {
    if (isUnsafeName(key)) {
      const message = `the key "${key}" is left out, because it could change how objects work`;
      for (const { offset } of same) problems.push({ severity: "error", offset, message, hint: "remove it" });
      continue;
    }
    const member = oneOf(key, same, path, problems);
    if (member) members.push({ ...member, node: cleanTree(member.node, problems, [...path, key]) });
  }
  return { ...node, members };
}

function byKey(members: readonly JsonMember[]): ReadonlyMap<string, readonly JsonMember[]> {
  const found = new Map<string, JsonMember[]>();
  for (const member of members) {
    const same = found.get(member.key);
    if (same) same.push(member);
    else found.set(member.key, [member]);
  }
  return found;
}

/** Hooks under a key that is written twice must not get lost, so their lists become one; of other values the last holds. */
function oneOf(
  key: string,
  same: readonly JsonMember[],
  path: JsonPath,
  problems: KeyProblem[],
): JsonMember | undefined {
  const [first, ...others] = same;
  if (!first || others.length === 0) return first;
  const holdsHooks = key === "hooks" || (path.length === 1 && path[0] === "hooks");
  const joined = holdsHooks ? join(same.map(({ node }) => node)) : null;
  const inForce = joined ? "what is written under all of them is in force" : "only the last is in force";
  for (const { offset } of others) {
    problems.push({
      severity: joined ? "warning" : "error",
      offset,
      message: `${JSON.stringify(key.slice(0, 60))} stands here once more; ${inForce}`,
      hint: joined ? "write them as one" : "remove one of them",
    });
  }
  return joined ? { ...first, node: joined } : others.at(-1);
}

function join(nodes: readonly JsonNode[]): JsonNode | null {
  const offset = nodes[0]?.offset ?? 0;
  const items = nodes.flatMap((node) => (node.kind === "list" ? [node] : []));
  if (items.length === nodes.length)
    return { kind: "list", offset, items: items.flatMap((node) => node.items) };
  const objects = nodes.flatMap((node) => (node.kind === "object" ? [node] : []));
  if (objects.length < nodes.length) return null;
  return { kind: "object", offset, members: objects.flatMap((node) => node.members) };
}
