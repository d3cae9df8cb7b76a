import type { Diagnostic } from "../../contract/diagnostic.ts";
import { isObject, type Json } from "../../contract/json.ts";
import type { JudgedFile } from "./judge-file.ts";

/** Why the hooks of a file do not run by a policy of its dialect's managed files; null if they may. */
export function policyOver({ place }: JudgedFile, files: readonly JudgedFile[]): string | null {
  const { policies, name } = place.dialect;
  if (!policies || place.layer === "managed") return null;
  const managed = files.filter(
    (file) => isSettings(file) && file.place.layer === "managed" && file.place.dialect.name === name,
  );
  const { managedOnly, pluginsOnly } = policies;
  const says = (key: string) => managed.findLast((file) => written(file, key) !== undefined);
  const only = says(managedOnly);
  if (only && written(only, managedOnly) !== false) return `"${managedOnly}" in ${only.shown}`;
  const plugins = place.plugin ? undefined : says(pluginsOnly);
  return plugins && coversHooks(written(plugins, pluginsOnly))
    ? `"${pluginsOnly}" in ${plugins.shown}`
    : null;
}

/** Says where a policy stands in a file that cannot make one. */
export function policyNotes(files: readonly JudgedFile[]): readonly Diagnostic[] {
  return files.flatMap((file) => {
    const { policies, title } = file.place.dialect;
    if (!policies || file.place.layer === "managed" || !isSettings(file)) return [];
    const misplaced = Object.values(policies).filter((key) => written(file, key) !== undefined);
    return misplaced.map((key) => {
      const { line, column } = file.document.locate([key], "key");
      const message = `"${key}" has no effect here: only the managed settings of ${title} can say it`;
      const hint = "remove it, or have it put there";
      return { severity: "warning" as const, file: file.shown, line, column, message, hint };
    });
  });
}

/** True for a file that speaks about all hooks, not for a plugin's, a skill's or an agent's own. */
function isSettings({ place }: JudgedFile): boolean {
  return place.plugin === undefined && place.of === undefined;
}

function written({ document }: JudgedFile, key: string): Json | undefined {
  return isObject(document.value) ? document.value[key] : undefined;
}

/** A policy that cannot be read is in force. */
function coversHooks(policy: Json | undefined): boolean {
  return policy !== false && (!Array.isArray(policy) || policy.includes("hooks"));
}
