import { isAbsolute, normalize } from "node:path";
import type { Diagnostic } from "../contract/diagnostic.ts";
import { isObject, type Json, type JsonObject } from "../contract/json.ts";
import { readHookFile } from "../system/hook-files.ts";
import { type Roots, shownPath } from "./places.ts";
import { parseJsonText } from "./text/json-text.ts";

/** The plugins that an agent lists as installed; null, and a report, if the list cannot be read. */
export async function readRegistry(
  path: string,
  roots: Roots,
  diagnostics: Diagnostic[],
): Promise<JsonObject | null> {
  const reading = readHookFile(path, null);
  if (reading.kind === "absent") return {};
  const document = reading.kind === "text" ? await parseJsonText(reading.text) : null;
  if (document && "value" in document) {
    const plugins = isObject(document.value) ? document.value.plugins : undefined;
    return isObject(plugins) ? plugins : {};
  }
  const problem = document ?? {
    line: 1,
    column: 1,
    message: reading.kind === "unreadable" ? reading.why : "",
    hint: "make it a readable file",
  };
  const message = `${problem.message}; no hook of a plugin is in force`;
  diagnostics.push({
    ...problem,
    severity: "error",
    file: shownPath({ path, layer: "user" }, roots),
    message,
  });
  return null;
}

/** The folder of a plugin: the installation for this project before the one for all. */
export function installedAt(registry: JsonObject, id: string, projectDir: string): string | null {
  const entry: Json = registry[id] ?? [];
  const all: readonly Json[] = Array.isArray(entry) ? entry : [entry];
  const fitting = all.filter((one) => isObject(one) && typeof one.installPath === "string").filter(isObject);
  const own = fitting.find(({ projectPath }) => projectPath === projectDir);
  const { installPath } = own ?? fitting.find(({ projectPath }) => projectPath === undefined) ?? {};
  return typeof installPath === "string" && isAbsolute(installPath) ? normalize(installPath) : null;
}
