import type { Hook, Scope } from "../../contract/hook.ts";
import { isObject, type Json } from "../../contract/json.ts";
import type { JudgedFile } from "./judge-file.ts";

/** Hooks that an agent's own file replaces (`hooksMode`, of all events or of some) hold everywhere but in that agent. */
export function withReplacements(files: readonly JudgedFile[], hooks: readonly Hook[]): readonly Hook[] {
  const replacing = files.filter(({ place, said }) => place.of === "agent" && said.hooksMode !== undefined);
  if (replacing.length === 0) return hooks;
  return Object.freeze(hooks.map((hook) => leftToAgents(hook, replacing)));
}

function leftToAgents(hook: Hook, replacing: readonly JudgedFile[]): Hook {
  if (hook.scope !== null) return hook;
  const by = replacing.filter(
    ({ place, said }) => place.dialect.name === hook.dialect && replaces(said.hooksMode, hook.event),
  );
  if (by.length === 0) return hook;
  const scope: Scope = { of: "agent", names: by.flatMap(namesOf), except: true };
  const left: Hook = Object.create(hook, { scope: { value: scope, enumerable: true } });
  return Object.freeze(left);
}

function namesOf({ place, said }: JudgedFile): readonly string[] {
  return [...new Set([said.name, place.label].filter((name) => typeof name === "string"))];
}

function replaces(mode: Json | undefined, event: string): boolean {
  return isObject(mode) ? mode[event] === "replace" : mode === "replace";
}
