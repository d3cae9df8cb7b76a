import { HooklineError } from "../contract/errors.ts";
import type { EventSpec } from "../contract/event.ts";
import type { JsonObject } from "../contract/json.ts";
import type { ToolSpec } from "../contract/tool.ts";
import * as rows from "./all.ts";
import { tools } from "./tools.ts";

/** What the input of a tool may hold that rules ask about. */
export type ToolInputPart = "command" | "path" | "content" | "url" | "agent" | "skill";

/** The events and tools that are known, those of the host among them. */
export interface Catalog {
  event(name: string): EventSpec | undefined;
  /** In alphabetical order, those of the host last. */
  readonly eventNames: readonly string[];
  /** A tool under any of its names; a name that is not known is a tool of its own, of kind `mcp` or `other`. */
  tool(name: string): ToolSpec;
  canonicalTool(name: string): string;
  /** The name that a tool has now, for one that it had once; every other word stays as it is. */
  currentName(word: string): string;
  /** The text in the first of the tool's input fields that holds one. */
  toolInput(tool: ToolSpec, input: JsonObject, part: ToolInputPart): string | undefined;
}

/** The events that Hookline knows by itself, in alphabetical order. */
export const builtInEvents: readonly EventSpec[] = Object.values<EventSpec>(rows).sort((one, other) =>
  one.name < other.name ? -1 : 1,
);

/** Makes a catalog of what is built in and what the host adds; throws if two things have one name. */
export function createCatalog(
  extra: { readonly events?: readonly EventSpec[]; readonly tools?: readonly ToolSpec[] } = {},
): Catalog {
  const events = new Map<string, EventSpec>();
  for (const spec of [...builtInEvents, ...(extra.events ?? [])]) {
    if (events.has(spec.name)) {
      throw new HooklineError(
        "already-defined",
        `The event "${spec.name}" exists already: give yours another name.`,
      );
    }
    events.set(spec.name, spec);
  }

  const byName = new Map<string, ToolSpec>();
  const current = new Map<string, string>();
  for (const spec of [...tools, ...(extra.tools ?? [])]) {
    for (const name of [spec.name, ...(spec.aliases ?? []), ...(spec.former ?? [])]) {
      const known = byName.get(name);
      if (known) {
        const what = known.name === name ? "" : `, as another name of "${known.name}"`;
        throw new HooklineError(
          "already-defined",
          `The tool "${name}" exists already${what}: leave it out, or give yours another name.`,
        );
      }
      byName.set(name, spec);
    }
    for (const name of spec.former ?? []) current.set(name, spec.name);
  }

  return {
    event: (name) => events.get(name),
    eventNames: [...events.keys()],
    tool: (name) => byName.get(name) ?? { name, kind: name.startsWith("mcp__") ? "mcp" : "other" },
    canonicalTool: (name) => byName.get(name)?.name ?? name,
    currentName: (word) => current.get(word) ?? word,
    toolInput(tool, input, part) {
      for (const field of tool[part] ?? []) {
        const value = input[field];
        if (typeof value === "string") return value;
      }
      return undefined;
    },
  };
}
