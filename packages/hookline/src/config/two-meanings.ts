import type { Diagnostic } from "../contract/diagnostic.ts";
import type { Dialect } from "../contract/dialect.ts";
import type { EventSpec } from "../contract/event.ts";
import { type Hook, type Matcher, positionOf } from "../contract/hook.ts";
import type { Catalog } from "../events/catalog.ts";
import { tools } from "../events/tools.ts";
import { matcherCompiler } from "./entries/matchers.ts";

/** Names that people have tools of, beside the known ones. */
const probes = ["mcp__memory__create", "mcp__memory", "mcp_", "my_file", "read_file", "NotebookEdit", "x"];

/** Says where a pattern of one dialect would mean something else in another that is in use here: whoever copies it should know. */
export function twoMeanings(
  hooks: readonly Hook[],
  dialects: readonly Dialect[],
  catalog: Catalog,
): readonly Diagnostic[] {
  const inUse = dialects.filter(({ name }) => hooks.some((hook) => hook.dialect === name));
  const seen = new Set<string>();
  const found: Diagnostic[] = [];
  for (const hook of hooks) {
    const own = inUse.find(({ name }) => name === hook.dialect);
    const spec = catalog.event(hook.event);
    const { pattern } = hook.matcher;
    if (!own || !spec || spec.subject !== "tool_name" || pattern === null) continue;
    for (const other of inUse) {
      const key = `${own.name}\n${other.matcher}\n${pattern}`;
      if (other.matcher === own.matcher || seen.has(key)) continue;
      seen.add(key);
      const elsewhere = compileFor(other, spec, pattern, catalog);
      if (!meanTheSame(hook.matcher, elsewhere, namesFor(pattern), catalog)) {
        found.push(warning(hook, own, other, elsewhere));
      }
    }
  }
  return found;
}

function compileFor(dialect: Dialect, spec: EventSpec, pattern: string, catalog: Catalog): Matcher {
  return matcherCompiler(catalog)(spec, dialect.matcher)(pattern).matcher;
}

/** The names that two readings of a pattern are tried with: known tools, what stands in the pattern, and names like it. */
function namesFor(pattern: string): readonly string[] {
  const words = pattern.split(/\W+/).filter((word) => word !== "");
  const like = words.flatMap((word) => [word, `${word}x`, `x${word}`, `${word}_x`, `${word}memory__x`]);
  return [...new Set([...tools.map(({ name }) => name), ...probes, pattern, ...like])];
}

function meanTheSame(one: Matcher, other: Matcher, names: readonly string[], catalog: Catalog): boolean {
  return names.every((name) => {
    const subject = { name, canonical: catalog.canonicalTool(name) };
    return one.test(subject) === other.test(subject);
  });
}

function warning(hook: Hook, own: Dialect, other: Dialect, elsewhere: Matcher): Diagnostic {
  const { text } = hook.source;
  const { pattern, meaning } = hook.matcher;
  return {
    severity: "warning",
    ...positionOf(text, text),
    message: `"${pattern}" means ${meaning} in ${own.title}; in ${other.title}, which is also in use here, it would mean ${elsewhere.meaning}`,
    hint: "do not copy it from one file to the other as it is",
  };
}
