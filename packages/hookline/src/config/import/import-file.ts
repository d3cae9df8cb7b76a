import type { Diagnostic } from "../../contract/diagnostic.ts";
import type { Dialect } from "../../contract/dialect.ts";
import { type Hook, positionOf } from "../../contract/hook.ts";
import type { Json, JsonObject } from "../../contract/json.ts";
import type { Catalog } from "../../events/catalog.ts";
import type { JudgeBasis } from "../entries/file-judge.ts";
import { knowFiles } from "../known-files.ts";
import { type HookFilePlace, shownPath } from "../places.ts";
import { nativeEntry } from "./native-entry.ts";
import { type NotCarried, notCarriedBy, notCarriedOf } from "./not-carried.ts";

/** A hook file of some dialect as a native one, and what could not be carried over. */
export interface Imported {
  readonly dialect: string;
  /** The native file; null if the file could not be read at all. */
  readonly file: JsonObject | null;
  readonly hooks: number;
  /** What is wrong in the file itself: it was not in force before either. */
  readonly diagnostics: readonly Diagnostic[];
  readonly notCarried: readonly Diagnostic[];
}

/** Reads one file in its dialect and says it in Hookline's own words. */
export async function importFile(place: HookFilePlace, basis: JudgeBasis): Promise<Imported> {
  const { dialect } = place;
  const [known] = await knowFiles([place], basis, [], true);
  const shown = shownPath(place, basis);
  const judged = known?.judged;
  if (!judged) {
    const problem = known?.state.problem ?? {
      severity: "error",
      line: 1,
      column: 1,
      message: "there is no such file",
      hint: "look at the path",
    };
    return {
      dialect: dialect.name,
      file: null,
      hooks: 0,
      diagnostics: [{ file: shown, ...problem }],
      notCarried: [],
    };
  }
  const { hooks, said } = judged;
  const ofHooks = hooks.map((hook) => notCarriedOf(hook, dialect));
  const file: { [name: string]: Json | undefined } = {};
  for (const name of carriedFields) if (said[name] !== undefined) file[name] = said[name];
  file.hooks = groupsOf(
    hooks,
    dialect,
    basis.catalog,
    (index) => !ofHooks[index]?.some(({ stops }) => stops),
  );
  const all = [...once(ofHooks.flat()), ...notCarriedAbove(said, dialect), ...notCarriedBy(dialect, hooks)];
  return {
    dialect: dialect.name,
    file,
    hooks: hooks.length,
    diagnostics: judged.diagnostics,
    notCarried: all.map((one) => told(one, shown)),
  };
}

/** An entry of several events is told about once. */
function once(found: readonly NotCarried[]): readonly NotCarried[] {
  const keyOf = ({ hook, message }: NotCarried) => `${hook?.source.text} ${message}`;
  return [...new Map(found.map((one) => [keyOf(one), one])).values()];
}

/** What stands at the top of a file and has a place at the top of a native one. */
const carriedFields = ["disableAllHooks", "allowedHttpHookUrls", "httpHookAllowedEnvVars"];

/** What stands at the top of a file, means something to its dialect, and nothing in a native file. */
function notCarriedAbove(said: JsonObject, dialect: Dialect): readonly NotCarried[] {
  const known = new Set([...carriedFields, ...dialect.hooksAt, "name", "description"]);
  return Object.keys(said)
    .filter((name) => !known.has(name))
    .map((name) => {
      const message = `"${name}" at the top of the file has no native form`;
      return { hook: null, message, hint: "look at what it did for these hooks", stops: false };
    });
}

/** The hooks as groups of a native file: those that stood together stay together, in their order. */
function groupsOf(
  hooks: readonly Hook[],
  dialect: Dialect,
  catalog: Catalog,
  runs: (index: number) => boolean,
): JsonObject {
  const events: { [name: string]: Json[] } = {};
  const open = new Map<string, Json[]>();
  for (const [index, hook] of hooks.entries()) {
    const spec = catalog.event(hook.event);
    if (!spec) continue;
    const key = `${hook.event}\n${hook.matcher.native}\n${dialect.order === "sequential" ? "" : hook.group}`;
    let entries = open.get(key);
    if (!entries) {
      entries = [];
      open.set(key, entries);
      const { native: matcher } = hook.matcher;
      const sequential = hook.sequential || dialect.order === "sequential";
      const group = { ...(matcher ? { matcher } : {}), ...(sequential && { sequential }), hooks: entries };
      events[hook.event] = [...(events[hook.event] ?? []), group];
    }
    entries.push(nativeEntry(hook, spec, dialect, runs(index)));
  }
  return events;
}

function told({ hook, message, hint, stops }: NotCarried, shown: string): Diagnostic {
  const off = stops ? "; the hook is switched off in the native file" : "";
  return {
    severity: stops ? "warning" : "info",
    ...positionOf(hook?.source.text ?? "", shown),
    message: `${message}${off}`,
    hint,
  };
}
