import { parseJsonText } from "../config/text/json-text.ts";
import type { Diagnostic } from "../contract/diagnostic.ts";
import type { Json } from "../contract/json.ts";

/** A JSON text that was read: its value, what is wrong with its keys, and where everything stands. */
export interface JsonDocument {
  readonly value: Json;
  readonly problems: readonly Diagnostic[];
  /** The line and column where a value begins, or the key before it; what is absent is where its container begins. */
  locate(
    path: readonly (string | number)[],
    at?: "key" | "value",
  ): { readonly line: number; readonly column: number };
}

/** Reads JSON with comments and trailing commas, as hook files are read; a text that is none is one diagnostic under the given name. */
export async function readJsonDocument(text: string, file: string): Promise<JsonDocument | Diagnostic> {
  const document = await parseJsonText(text, true);
  if (!("value" in document)) return { file, ...document };
  return {
    value: document.value,
    problems: document.problems.map((problem) => ({ file, ...problem })),
    locate: (path, at) => document.locate(path, at),
  };
}
