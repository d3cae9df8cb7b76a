import { relative } from "node:path";
import { builtInTools, type Hook, type JsonObject, type ToolSpec } from "hookline";

/** A duration as people say it: `120 ms`, `2.1 s`, `3 min 5 s`. */
export function spellDuration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

const tools: ReadonlyMap<string, ToolSpec> = new Map(
  builtInTools.flatMap((spec) => [spec.name, ...(spec.aliases ?? [])].map((name) => [name, spec] as const)),
);

/** What a tool call is about, in one text: its command, its path inside the folder, or its first text. */
export function spellInput(name: string, input: JsonObject, cwd: string): string {
  const spec = tools.get(name);
  const textOf = (fields: readonly string[] = []): string | undefined => {
    const text = fields.map((field) => input[field]).find((value) => typeof value === "string");
    return typeof text === "string" ? text : undefined;
  };
  const command = textOf(spec?.command);
  if (command !== undefined) return command;
  const pattern = textOf(["pattern"]);
  if (pattern !== undefined) return pattern;
  const path = textOf(spec?.path);
  if (path !== undefined) return spellPath(path, cwd);
  return textOf(spec?.url) ?? textOf(["description"]) ?? textOf(Object.keys(input)) ?? "";
}

/** A path as people write it: relative if it lies in the folder. */
export function spellPath(path: string, folder: string): string {
  if (folder === "" || !path.startsWith("/")) return path;
  const short = relative(folder, path);
  return short === "" ? "." : short.startsWith("..") ? path : short;
}

/** What a hook does, as it is written: its command, address, module, tool or prompt. */
export function spellAction({ fields }: Hook): string {
  const { command, url, module, tool, prompt } = fields;
  const text = [command, url, module, tool, prompt].find((value) => typeof value === "string");
  return typeof text === "string" ? text.replaceAll(/\s+/g, " ").trim() : "";
}

/** What people know a hook by: its id if somebody chose it, else what it does. */
export function spellHook(id: string, hook: Hook | undefined): string {
  const chosen = !/^.+-[0-9a-f]{8}$/.test(id);
  return chosen || !hook ? id : spellAction(hook) || id;
}

/** Finds hooks by id among those that are active; looks anew for each event, since files may change. */
export function createHookFinder(
  hooks: () => readonly Hook[],
): (id: string, eventId: string) => Hook | undefined {
  let of = "";
  let known = new Map<string, Hook>();
  return (id, eventId) => {
    if (eventId !== of) known = new Map(hooks().map((hook) => [hook.id, hook]));
    of = eventId;
    return known.get(id);
  };
}
