/** What a tool does. */
export const toolKinds = [
  "shell",
  "read",
  "write",
  "edit",
  "search",
  "fetch",
  "task",
  "mcp",
  "other",
] as const;

/** One of the nine kinds. */
export type ToolKind = (typeof toolKinds)[number];

/** A tool as a row: what it does and where its input holds the things that rules ask about. */
export interface ToolSpec {
  /** The canonical name, as Claude Code spells it. */
  readonly name: string;
  readonly kind: ToolKind;
  /** The names that other agents use for it; a matcher with the canonical name finds them too. */
  readonly aliases?: readonly string[];
  /** Names that it had once; a matcher with one of them still finds it. */
  readonly former?: readonly string[];
  /** The input fields that hold a command, a path, the new content, a URL, a sub-agent's or a skill's name; the first one present counts. */
  readonly command?: readonly string[];
  readonly path?: readonly string[];
  readonly content?: readonly string[];
  readonly url?: readonly string[];
  readonly agent?: readonly string[];
  readonly skill?: readonly string[];
}

/** Declares a tool. */
export function defineTool(spec: ToolSpec): ToolSpec {
  return spec;
}
