import type { Layer, Scope } from "./hook.ts";

/** Where hook files of a dialect are: `config` is the user's configuration folder, `system` the root of the machine. */
export interface FilePlace {
  readonly layer: Exclude<Layer, "code">;
  readonly base: "config" | "home" | "project" | "system";
  /** One segment may hold a `*`: every name that fits, in alphabetical order. */
  readonly path: string;
  /** A variable that may name another folder for the base and the first segment of the path. */
  readonly moved?: string;
  /** The dialect whose file it is, if it is another's: then it is read here only when that one is not chosen. */
  readonly owner?: string;
  /** How it is written; JSON if absent. */
  readonly format?: "json" | "front-matter" | "manifest";
  /** Its hooks hold only in the agent or skill that the file describes: it is called as the file's `name` or the `*` says. */
  readonly of?: Scope["of"];
  /** Names that stand for other events in such a file. */
  readonly events?: { readonly [name: string]: string | readonly string[] };
  /** One unit of `timeout` in this file, if it is not the dialect's own. */
  readonly timeoutUnitMs?: number;
}

/** Where the hooks of an agent's plugins are. */
export interface PluginRules {
  /** The file that lists the installed plugins and their folders. */
  readonly registry: FilePlace;
  /** The key at the top of settings files that switches plugins on and off. */
  readonly enabledBy: string;
  /** In a plugin's folder: its description, whose `hooks` may be paths, event maps or both; and its hook file. */
  readonly manifest: string;
  readonly hooks: string;
  /** Variables with the plugin's folder, and with the one for its data: that one is beside the registry, below `data`. */
  readonly rootVariable: string;
  readonly dataVariable: string;
  readonly data: string;
}

/** A file in which hooks leave variables for the agent's later commands. */
export interface EnvFileRules {
  /** The variable with its path. */
  readonly variable: string;
  /** Events whose variables last as long as the session; and those whose variables last until the event that ends them. */
  readonly lasting: readonly string[];
  readonly passing: readonly string[];
  readonly endedBy: string;
}

/** A file that may hold hooks: not there, in force, not readable with its last good hooks in force, or not readable at all. */
export interface LoadedFile {
  readonly path: string;
  readonly layer: Layer;
  readonly dialect: string;
  readonly state: "absent" | "good" | "kept" | "broken";
  /** True if an entry is invalid, and so left out, that must hold. */
  readonly lacks: boolean;
}
