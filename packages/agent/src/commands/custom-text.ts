import { parse } from "yaml";
import { readRegular } from "../files/regular-file.ts";

/** What a command's file says, or what is wrong with it. */
export type CommandText =
  | { readonly description: string; readonly hint: string; readonly body: string }
  | { readonly problem: string };

const maxBytes = 256 * 1024;
const maxDescription = 120;

/** Reads the file of a command: the front matter's `description` and `argument-hint`, and the rest as the prompt. */
export function readCommandText(path: string): CommandText {
  const read = readRegular(path, maxBytes);
  if (read.problem !== undefined) return { problem: `it ${read.problem}` };
  return judge(read.bytes.toString("utf8"));
}

function judge(written: string): CommandText {
  const text = written.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  if (text.includes("\0")) return { problem: "it is not text" };
  const [whole, head] = /^---[ \t]*\n((?:[\s\S]*?\n)?)---[ \t]*(?:\n|$)/.exec(text) ?? [];
  if (whole === undefined && /^---[ \t]*\n/.test(text))
    return { problem: "its front matter has no end (`---`)" };
  const body = text.slice(whole?.length ?? 0).trim();
  if (body === "") return { problem: "it is empty" };
  // People write hints as `[file] [mode]`, which is no YAML.
  const hintLine = /^argument-hint:[ \t]*(.*)$/m;
  const hint = unquoted((hintLine.exec(head ?? "")?.[1] ?? "").trim());
  const fields = parseHead((head ?? "").replace(hintLine, ""));
  if ("problem" in fields) return fields;
  const description = fields.description ?? body.split("\n", 1)[0]?.replace(/^#+\s*/, "") ?? "";
  return { description: shortened(description), hint, body };
}

function parseHead(head: string): { readonly description?: string } | { readonly problem: string } {
  try {
    const value: unknown = parse(head, { logLevel: "error" });
    if (value === null || value === undefined) return {};
    if (typeof value !== "object" || Array.isArray(value))
      return { problem: "its front matter has no fields" };
    if (!("description" in value) || value.description === null) return {};
    if (typeof value.description === "string") return { description: value.description };
    return { problem: "the description in its front matter is not text" };
  } catch (error) {
    const [first = ""] = error instanceof Error ? error.message.split("\n") : [];
    return { problem: `its front matter is not YAML: ${first.replace(/:$/, "")}` };
  }
}

function unquoted(text: string): string {
  return /^(["']).*\1$/.test(text) ? text.slice(1, -1) : text;
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > maxDescription ? `${line.slice(0, maxDescription - 1)}…` : line;
}
