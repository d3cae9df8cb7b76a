import { readSyntax } from "./syntax-path.ts";

/** The variables that the shell of a command expands itself, and not a program that it starts; none if nobody can read it. */
export function expandedNames(command: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const node of readSyntax(command)?.nodes ?? []) {
    if (node.type !== "SimpleExpansion" && node.type !== "ParameterExpansion") continue;
    const [, name] = /^\$\{?[#!]?(\w+)/.exec(node.text) ?? [];
    if (name !== undefined) names.add(name);
  }
  return names;
}
