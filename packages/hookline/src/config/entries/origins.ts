import type { Hook } from "../../contract/hook.ts";
import { canonicalJson, type Json } from "../../contract/json.ts";
import type { OriginKind, ValueOrigin } from "../../contract/origin.ts";
import type { JsonPath } from "../text/json-tree.ts";
import { FileHook } from "./file-hook.ts";
import type { JudgedFile } from "./judge-file.ts";
import { entryPath, groupPath } from "./judged-entry.ts";
import { readTimeout } from "./timeout.ts";

/** Where a value is said. */
type Said = readonly [from: OriginKind, where: string];

/** Where the values that hold for a hook come from, in the same order for every hook of a configuration. */
export function originsOf(
  hook: Hook,
  { hooks, judged: files }: { readonly hooks: readonly Hook[]; readonly judged: readonly JudgedFile[] },
): readonly ValueOrigin[] {
  const own = hooks.find(({ source, event }) => source === hook.source && event === hook.event);
  // Of equal entries one runs, with the stricter values of the others: such a value is said where the other is written.
  const twins = hooks.filter((other) => other !== own && other.identity === hook.identity);
  return names.map((name) => {
    const value = valuesOf(hook)[name];
    const says = (one: Hook) => canonicalJson(valuesOf(one)[name]) === canonicalJson(value);
    const said = [...(own ? [own] : []), ...twins].find(says) ?? own;
    const [from, where]: Said = said instanceof FileHook ? sayersOf(said, files)[name] : ["code", ""];
    return { name, value, from, where };
  });
}

const names: readonly ValueOrigin["name"][] = [
  "matcher",
  "timeout",
  "onFailure",
  "mode",
  "environment",
  "passEnv",
  "cwd",
  "background",
];

function valuesOf(hook: Hook): { readonly [N in ValueOrigin["name"]]: Json } {
  const { matcher, timeoutMs: timeout, onFailure, mode, environment, passEnv, cwd, background } = hook;
  return { matcher: matcher.pattern, timeout, onFailure, mode, environment, passEnv, cwd, background };
}

function sayersOf(
  hook: FileHook,
  files: readonly JudgedFile[],
): { readonly [N in ValueOrigin["name"]]: Said } {
  const { inGroup: group, index, written, given } = hook;
  const { file, place } = group;
  const { dialect, layer } = file.place;
  const at: At = (path, from, document = file) => {
    const { line, column } = document.document.locate(path, "key");
    return [from, `${document.shown}:${line}:${column}`];
  };
  const entry = (name: string) => at([...entryPath(group, index), name], "entry");
  const byDefaults = (name: string): Said | null => {
    const { trusted } = file.defaults;
    return trusted && trusted[name] !== undefined ? at(["defaults", name], "defaults") : null;
  };
  const builtIn: Said = ["built-in", ""];
  const { entry: rules } = dialect;
  const folder = ["cwd", ...[rules.cwd ?? []].flat()].find(
    (name) => given[name] === hook.cwd && hook.cwd !== null,
  );
  const waits = ["async", "asyncRewake", rules.waits ?? ""].find(
    (name) => written[name] !== undefined && name !== "",
  );
  return {
    matcher: matcherOf(hook, at),
    timeout: timeoutOf(hook, entry, byDefaults),
    onFailure: onFailureSayer(hook, entry, byDefaults, at, files),
    mode: written.mode !== undefined ? entry("mode") : (byDefaults("mode") ?? builtIn),
    environment:
      file.defaults.trusted?.environment === hook.environment
        ? (byDefaults("environment") ?? builtIn)
        : layer === "user" || layer === "managed"
          ? ["layer", layer]
          : ["dialect", dialect.name],
    passEnv: given.passEnv !== undefined ? entry("passEnv") : (byDefaults("passEnv") ?? builtIn),
    cwd: folder !== undefined ? entry(folder) : ["dialect", `${dialect.name}: ${dialect.cwd}`],
    background: waits !== undefined ? entry(waits) : place.bare ? ["dialect", dialect.name] : builtIn,
  };
}

type At = (path: JsonPath, from: OriginKind, document?: Pick<JudgedFile, "document" | "shown">) => Said;

function matcherOf({ inGroup, matcher }: FileHook, at: At): Said {
  if (matcher.pattern === null) return ["built-in", ""];
  const { place } = inGroup;
  // In a list, and in names that are patterns, the event's name says what is matched.
  if (place.key === null) return at([...groupPath(place), "event"], "entry");
  return at([...groupPath(place), "matcher"], "group");
}

function timeoutOf(
  { inGroup, given, grammar }: FileHook,
  entry: (name: string) => Said,
  byDefaults: (name: string) => Said | null,
): Said {
  const { file, spec } = inGroup;
  const { dialect } = file.place;
  if (given.timeout !== undefined && readTimeout(given.timeout, file.place).ms !== null)
    return entry("timeout");
  if (file.defaults.timeoutMs !== null)
    return byDefaults("timeout") ?? ["variable", dialect.variables.timeout ?? ""];
  if (grammar.runner.timeoutSeconds !== undefined) return ["type", grammar.runner.type];
  return dialect.timeout.defaultMs !== null ? ["dialect", dialect.name] : ["event", spec.name];
}

function onFailureSayer(
  { inGroup, written, grammar }: FileHook,
  entry: (name: string) => Said,
  byDefaults: (name: string) => Said | null,
  at: At,
  files: readonly JudgedFile[],
): Said {
  const { file } = inGroup;
  const { managedOnFailure } = file.basis;
  const managed = (): Said => {
    const by = files.find(({ place, onFailure }) => place.layer === "managed" && onFailure !== null);
    return by ? at(["defaults", "onFailure"], "managed", by) : ["managed", ""];
  };
  if (managedOnFailure === "block" && file.place.layer !== "managed") return managed();
  if (written.onFailure !== undefined) return entry("onFailure");
  if (file.defaults.onFailure !== null) return byDefaults("onFailure") ?? ["defaults", ""];
  if (managedOnFailure !== null) return managed();
  return grammar.runner.policy ? ["type", grammar.runner.type] : ["built-in", ""];
}
