import type { Json, JsonObject } from "hookline";
import { type PermissionMode, permissionModes } from "../session/facts.ts";
import { objectOf } from "../settings/kept-file.ts";
import type { Behavior } from "../settings/settings-file.ts";

/** Where an update is kept. */
export type Destination = "session" | "project" | "user";

/** Rules that come, go, or take the place of those that were there. */
export interface RuleUpdate {
  readonly type: "addRules" | "replaceRules" | "removeRules";
  readonly behavior: Behavior;
  readonly rules: readonly string[];
  readonly destination: Destination;
}

/** Another mode. */
export interface ModeUpdate {
  readonly type: "setMode";
  readonly mode: PermissionMode;
  readonly destination: Destination;
}

/** Folders that come or go. */
export interface FolderUpdate {
  readonly type: "addDirectories" | "removeDirectories";
  readonly directories: readonly string[];
  readonly destination: Destination;
}

/** A change of what is permitted, as hooks give it in `updatedPermissions`. */
export type Update = RuleUpdate | ModeUpdate | FolderUpdate;

const destinations = new Map<Json | undefined, Destination>([
  [undefined, "session"],
  ["session", "session"],
  ["cliArg", "session"],
  ["localSettings", "project"],
  ["projectSettings", "project"],
  ["userSettings", "user"],
]);

/** Reads one entry of `updatedPermissions`; a text says why it is none. */
export function readUpdate(value: Json): Update | string {
  const entry = objectOf(value);
  if (!entry) return "an entry of updatedPermissions must be an object";
  const destination = destinations.get(entry.destination);
  if (!destination) return `the destination ${JSON.stringify(entry.destination)} is not known`;
  switch (entry.type) {
    case "addRules":
    case "replaceRules":
    case "removeRules": {
      const behavior = behaviorOf(entry.behavior);
      const rules = rulesOf(entry.rules);
      if (!behavior || !rules)
        return `${entry.type} needs rules like {"toolName": "Bash"} and a behavior (allow, ask or deny)`;
      return { type: entry.type, behavior, rules, destination };
    }
    case "setMode": {
      const name = entry.mode === "manual" ? "default" : entry.mode;
      const mode = permissionModes.find((one) => one === name);
      return mode
        ? { type: "setMode", mode, destination }
        : `the mode ${JSON.stringify(entry.mode)} is not known here`;
    }
    case "addDirectories":
    case "removeDirectories": {
      const directories = Array.isArray(entry.directories)
        ? entry.directories.filter((one) => typeof one === "string")
        : [];
      return directories.length === 0
        ? `${entry.type} needs directories`
        : { type: entry.type, directories, destination };
    }
    default:
      return `the update ${JSON.stringify(entry.type)} is not known`;
  }
}

/** A rule as one text, `Tool` or `Tool(what)`. */
export function ruleText({ toolName, ruleContent }: JsonObject): string | null {
  if (typeof toolName !== "string" || toolName === "") return null;
  return typeof ruleContent === "string" ? `${toolName}(${ruleContent})` : toolName;
}

/** A rule's text as hooks get it. */
export function ruleParts(text: string): JsonObject {
  const [, toolName = text, ruleContent] = /^([^(]+)\(([\s\S]*)\)$/.exec(text) ?? [];
  return { toolName, ...(ruleContent !== undefined && { ruleContent }) };
}

function behaviorOf(word: Json | undefined): Behavior | null {
  return word === "allow" || word === "ask" || word === "deny" ? word : null;
}

function rulesOf(value: Json | undefined): readonly string[] | null {
  if (!Array.isArray(value)) return null;
  const texts = value.map((rule) => ruleText(objectOf(rule) ?? {}));
  return texts.every((text) => text !== null) ? texts : null;
}
