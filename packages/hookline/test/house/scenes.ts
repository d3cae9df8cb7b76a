import { page } from "./pages.ts";

/** One fenced block of a page. */
export interface Fence {
  /** The page and the line that it begins on. */
  readonly at: string;
  readonly language: string;
  readonly body: string;
  /** The file that it is, if a line over it says so. */
  readonly path: string | null;
  readonly role: Role;
}

/**
 * What a block is for: a file of the project, a transcript that is typed, a program that is run, what the program before it prints, an
 * answer of a hook, a payload, words that are no code; `unknown` is a block that nothing would run.
 */
export type Role = "file" | "transcript" | "program" | "printed" | "answer" | "payload" | "words" | "unknown";

/** What stands under one heading: its blocks share a project. */
export interface Scene {
  readonly heading: string;
  readonly fences: readonly Fence[];
  /** The headings whose files it borrows (`<!-- with: Heading -->`). */
  readonly borrows: readonly string[];
}

const programs = ["ts", "js", "py", "sh"];
const words = ["", "text", "markdown"];

/** The parts of a page, heading by heading, with all their blocks. */
export function scenesOf(file: string): readonly Scene[] {
  return scenesIn(file, page(file));
}

/** The same of a text. */
export function scenesIn(file: string, text: string): readonly Scene[] {
  const scenes: { heading: string; fences: Fence[]; borrows: string[] }[] = [];
  let scene = { heading: "", fences: [] as Fence[], borrows: [] as string[] };
  scenes.push(scene);
  const lines = text.split("\n");
  for (let index = 0; index < lines.length; index++) {
    const line = lines[index] ?? "";
    const heading = /^#+ (.*)$/.exec(line)?.[1];
    if (heading !== undefined) {
      scene = { heading, fences: [], borrows: [] };
      scenes.push(scene);
    }
    const borrowed = /^<!-- with: (.*) -->$/.exec(line)?.[1];
    if (borrowed !== undefined) scene.borrows.push(borrowed);
    const language = /^```(\w*)$/.exec(line)?.[1];
    if (language === undefined) continue;
    const end = lines.indexOf("```", index + 1);
    if (end === -1) throw new Error(`${file}:${index + 1}: the block has no end`);
    const body = `${lines.slice(index + 1, end).join("\n")}\n`;
    const path = pathOver(lines, index);
    const before = lines[index - 1] === "" && lines[index - 2] === "```" ? scene.fences.at(-1) : undefined;
    const role = roleOf(language, body, path, before);
    scene.fences.push({ at: `${file}:${index + 1}`, language, body, path, role });
    index = end;
  }
  return scenes;
}

/** The path in the line over a block: `` `path`: `` or `<!-- file: path -->`. */
function pathOver(lines: readonly string[], index: number): string | null {
  const over = lines[index - 1] === "" ? lines[index - 2] : lines[index - 1];
  return (
    /^(?:`([^`]+)`:|<!-- file: (\S+) -->)$/
      .exec(over ?? "")
      ?.slice(1)
      .find(Boolean) ?? null
  );
}

function roleOf(language: string, body: string, path: string | null, before: Fence | undefined): Role {
  if (path !== null) return "file";
  if (language === "console") return "transcript";
  if (programs.includes(language)) return "program";
  if (language === "text" && before?.role === "program") return "printed";
  if (words.includes(language)) return "words";
  if (language !== "json") return "unknown";
  const value: object = JSON.parse(body);
  const has = (...names: string[]) => names.some((name) => name in value);
  if (has("hooks", "redact", "audit", "defaults")) return "file";
  if (has("hook_event_name")) return "payload";
  return has("hookSpecificOutput", "decision", "continue", "systemMessage") ? "answer" : "unknown";
}
