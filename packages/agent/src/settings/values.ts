import type { Json, JsonObject } from "hookline";
import { getNodeValue, type Node } from "jsonc-parser";
import { kindOf } from "./read-text.ts";

/** The text that a node is, or null. */
export function oneText(node: Node): string | null {
  const value: unknown = node.value;
  return node.type === "string" && typeof value === "string" ? value : null;
}

/** The texts of a list; a text alone counts as one, and all that is wrong is said. */
export function listOfTexts(
  node: Node,
  key: string,
  say: (node: Node, what: string) => void,
): readonly { readonly text: string; readonly node: Node }[] {
  if (node.type !== "array") {
    say(node, `"${key}" must be a list of texts, and not ${kindOf(node)}; put it in [ ]`);
  }
  const items = node.type === "array" ? (node.children ?? []) : [node];
  return items.flatMap((item) => {
    const text = oneText(item);
    if (text !== null && text.trim() !== "") return [{ text, node: item }];
    if (node.type === "array")
      say(item, `an entry of "${key}" must be a text; remove it, or put it in quotes`);
    return [];
  });
}

/** The object that a node is, or null. */
export function jsonOf(node: Node): JsonObject | null {
  if (node.type !== "object") return null;
  const value: Json = getNodeValue(node);
  return typeof value === "object" && value !== null && !Array.isArray(value) ? asObject(value) : null;
}

function asObject(value: object): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !isUnsafe(key)));
}

/** True for a name that changes how an object works. */
export function isUnsafe(name: string): boolean {
  return name === "__proto__" || name === "constructor" || name === "prototype";
}
