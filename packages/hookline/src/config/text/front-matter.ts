import type { JsonText, TextProblem } from "./json-text.ts";

/** Reads the front matter of a Markdown file. */
export async function parseFrontMatter(_text: string): Promise<JsonText | TextProblem> {
  throw new Error("not written yet");
}
