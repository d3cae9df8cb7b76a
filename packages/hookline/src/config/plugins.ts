import { dirname, join, sep } from "node:path";
import type { Diagnostic } from "../contract/diagnostic.ts";
import type { Dialect } from "../contract/dialect.ts";
import type { PluginRules } from "../contract/file-place.ts";
import type { Layer } from "../contract/hook.ts";
import { isObject } from "../contract/json.ts";
import { readHookFile } from "../system/hook-files.ts";
import { isThere } from "../system/local-files.ts";
import type { KnownFile } from "./known-files.ts";
import { type HookFilePlace, type Plugin, pathOf, type Roots, shownPath } from "./places.ts";
import { installedAt, readRegistry } from "./plugin-registry.ts";
import { parseJsonText } from "./text/json-text.ts";
import type { JsonPath } from "./text/json-tree.ts";
import { manifestPaths } from "./text/manifest.ts";

/** The hook files of plugins, and what is wrong about them. */
export interface PluginFiles {
  readonly places: readonly HookFilePlace[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A plugin that a settings file switches on: its hooks are of that file's layer. */
interface Switched {
  readonly id: string;
  readonly by: KnownFile;
}

/** Finds the hook files of all plugins that are installed and that the settings switch on. */
export async function pluginFiles(settings: readonly KnownFile[], roots: Roots): Promise<PluginFiles> {
  const places: HookFilePlace[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const dialect of new Set(settings.map(({ place }) => place.dialect))) {
    const { plugins: rules } = dialect;
    const on = rules ? switchedOn(settings, dialect, rules, diagnostics) : [];
    const path = rules && on.length > 0 ? pathOf(rules.registry, roots) : null;
    if (!rules || path === null) continue;
    const registry = await readRegistry(path, roots, diagnostics);
    for (const { id, by } of on) {
      const folder = registry && installedAt(registry, id, roots.projectDir);
      if (folder) {
        const data = join(dirname(path), rules.data, id.replaceAll(/[^\w-]/g, "-"));
        const env = { [rules.rootVariable]: folder, [rules.dataVariable]: data };
        const common = { layer: by.place.layer, dialect, plugin: { id, env } };
        await addPlugin(folder, rules, common, roots, places, diagnostics);
      } else if (registry) {
        const message = `the plugin "${id}" is switched on and not installed; its hooks do not run`;
        diagnostics.push(note("info", by, [rules.enabledBy, id], message, "install it, or write false"));
      }
    }
  }
  return { places, diagnostics };
}

function switchedOn(
  settings: readonly KnownFile[],
  dialect: Dialect,
  { enabledBy }: PluginRules,
  diagnostics: Diagnostic[],
): readonly Switched[] {
  const switches = new Map<string, { readonly by: KnownFile; readonly on: boolean }>();
  for (const by of settings) {
    const said = by.place.dialect === dialect ? by.judged?.said[enabledBy] : undefined;
    for (const [id, value] of Object.entries(isObject(said) ? said : {})) {
      // A list of versions switches it on as well.
      const on = value === true || Array.isArray(value);
      const before = switches.get(id);
      const isProject = by.place.layer === "team" || by.place.layer === "local";
      if (!on && before?.on && before.by.place.layer === "user" && isProject) {
        const message = `this project switches off the plugin "${id}", which your own file switches on`;
        diagnostics.push(
          note("warning", by, [enabledBy, id], message, "remove it if you did not expect that"),
        );
      }
      // A project that switches it on once more must not make hooks of it that need approval.
      const kept = on && before?.on && by.place.layer !== "managed" ? before.by : by;
      switches.set(id, { by: kept, on });
    }
  }
  return [...switches].flatMap(([id, { by, on }]) => (on ? [{ id, by }] : []));
}

async function addPlugin(
  folder: string,
  { manifest, hooks }: PluginRules,
  common: { readonly layer: Layer; readonly dialect: Dialect; readonly plugin: Plugin },
  roots: Roots,
  places: HookFilePlace[],
  diagnostics: Diagnostic[],
): Promise<void> {
  const usual = join(folder, hooks);
  const described = join(folder, manifest);
  places.push({ ...common, path: usual }, { ...common, path: described, format: "manifest" });
  const reading = readHookFile(described, null);
  const document = reading.kind === "text" ? await parseJsonText(reading.text) : null;
  if (!document || !("value" in document)) return;
  for (const { path, at } of manifestPaths(document.value)) {
    const target = join(folder, path);
    const doubt = pathDoubt(target, folder, usual);
    if (doubt === null) {
      places.push({ ...common, path: target });
      continue;
    }
    const file = shownPath({ path: described, layer: common.layer }, roots);
    const [message, hint] = doubt;
    const text = `${JSON.stringify(path)} ${message}`;
    diagnostics.push({ severity: "warning", file, ...document.locate(at), message: text, hint });
  }
}

/** Why a file that a plugin's description names is not read because of it, and what to do; null if it is. */
function pathDoubt(target: string, folder: string, usual: string): readonly [string, string] | null {
  if (target === usual) return ["is read in any case", "remove it"];
  if (!target.startsWith(folder + sep)) {
    return ["is not in the plugin's folder; it is not read", "write a path that begins with ./"];
  }
  return isThere(target) ? null : ["does not exist", "correct the path, or remove it"];
}

function note(
  severity: Diagnostic["severity"],
  { judged }: KnownFile,
  path: JsonPath,
  message: string,
  hint: string,
): Diagnostic {
  const position = judged?.document.locate(path, "key") ?? { line: 1, column: 1 };
  return { severity, file: judged?.shown ?? "", ...position, message, hint };
}
