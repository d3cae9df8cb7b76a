import type { ASTNode } from "@marcbachmann/cel-js";
import { commandFields } from "./command-value.ts";
import {
  type FilterText,
  type FilterType,
  type FilterValue,
  filterValue,
  inLowerCase,
} from "./filter-value.ts";
import { pathFields } from "./path-value.ts";
import { factsFields, hostFields, shellFields, textFields } from "./small-values.ts";

/** The types of the variables that a part of a condition sees. */
export type Scope = ReadonlyMap<string, { readonly type: FilterType; readonly items: FilterType | null }>;

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

/** The list or map that a node reads, and what is in it. */
export function listIn(
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
export function textIn(node: ASTNode, scope: Scope): FilterValue | null {
  if (node.op !== "rcall" || node.args[0] !== "lowerAscii" || node.args[2].length > 0)
    return valueIn(node, "string", scope);
  const value = valueIn(node.args[1], "string", scope);
  return value && inLowerCase(value);
}

/** A text, or one that a node reads with a text behind it: `path.path + "/"`. */
export function textWith(node: ASTNode, scope: Scope): FilterText | null {
  const [text] = textsOf([node]) ?? [];
  if (text !== undefined) return text;
  const [read, added] = node.op === "+" ? node.args : [node, null];
  const [behind] = added ? (textsOf([added]) ?? []) : [""];
  const value = behind === undefined ? null : valueIn(read, "string", scope);
  return value && [value, behind ?? ""];
}

/** A list of the settings. */
export function settingIn(node: ASTNode, scope: Scope): FilterValue | null {
  if (node.op !== ".") return null;
  const [of, field] = node.args;
  const isSettings = of.op === "id" && scope.get(of.args)?.type === "Settings";
  return isSettings ? filterValue("Settings", of.args, field) : null;
}

/** The variable of a type that a node is. */
export function wholeValue(node: ASTNode, type: FilterType, scope: Scope): FilterValue | null {
  if (node.op !== "id" || scope.get(node.args)?.type !== type) return null;
  return filterValue(type, node.args);
}

/** The value of a type that a node reads: a field of a variable, or the variable of a loop through texts. */
export function valueIn(node: ASTNode, type: string, scope: Scope): FilterValue | null {
  if (node.op === "id") return type === "string" ? wholeValue(node, "string", scope) : null;
  if (node.op !== ".") return null;
  const [of, name] = node.args;
  const known = of.op === "id" ? scope.get(of.args) : undefined;
  if (of.op !== "id" || !known || !Object.hasOwn(fields[known.type], name)) return null;
  return fields[known.type][name]?.startsWith(type) ? filterValue(known.type, of.args, name) : null;
}

/** The texts that nodes are; null if one is none. */
export function textsOf(nodes: readonly ASTNode[]): readonly string[] | null {
  const texts: string[] = [];
  for (const node of nodes) {
    if (node.op !== "value" || typeof node.args !== "string") return null;
    texts.push(node.args);
  }
  return texts;
}
