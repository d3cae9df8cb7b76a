import { join } from "node:path";
import type { Json, JsonObject } from "hookline";
import { type PermissionMode, permissionModes } from "../session/facts.ts";
import { changeKept, keptObject, objectOf } from "../settings/kept-file.ts";
import type { Behavior, WrittenRule } from "../settings/settings-file.ts";
import { realFolder } from "./call.ts";

/** Whom something is kept for: this project, or all of them. */
export type AlwaysFor = "project" | "user";

/** What was answered with "always", or kept by a hook, for one project. */
export interface Kept {
  readonly allow: readonly string[];
  readonly ask: readonly string[];
  readonly deny: readonly string[];
  readonly additionalDirectories: readonly string[];
  readonly defaultMode: PermissionMode | null;
}

/** The answers that last, kept outside every project so that none can forge them. */
export interface Always {
  /** What is kept now; nothing if the file cannot be read. */
  kept(whose: AlwaysFor): Kept;
  /** The kept rules as rules of a settings file. */
  rules(whose: AlwaysFor): readonly WrittenRule[];
  change(whose: AlwaysFor, change: (before: Kept) => Kept): Promise<void>;
  /** What is wrong with the file, null if nothing. */
  readonly problem: string | null;
}

const behaviors: readonly Behavior[] = ["allow", "ask", "deny"];

/** Opens what is kept in `<stateFolder>/agent/permissions.json`. */
export function openAlways({
  stateFolder,
  projectDir,
}: {
  readonly stateFolder: string;
  readonly projectDir: string;
}): Always {
  const path = join(stateFolder, "agent", "permissions.json");
  const keys: { readonly [whose in AlwaysFor]: string } = { project: realFolder(projectDir), user: "*" };
  const kept: Always["kept"] = (whose) => keptOf(objectOf(keptObject(path)?.projects)?.[keys[whose]]);
  return {
    kept,
    rules: (whose) =>
      behaviors.flatMap((behavior) =>
        kept(whose)[behavior].map((text) => ({
          behavior,
          text,
          source: whose === "project" ? "always, in this project" : "always, in every project",
          sourceDir: projectDir,
        })),
      ),
    change: (whose, change) =>
      changeKept(path, (before) => {
        const projects = objectOf(before.projects) ?? {};
        const after = change(keptOf(projects[keys[whose]]));
        return { version: 1, projects: { ...projects, [keys[whose]]: { ...after } } };
      }),
    get problem() {
      return keptObject(path) === null
        ? `${path} cannot be read, so no "always" counts; mend it, or move it away`
        : null;
    },
  };
}

function keptOf(value: Json | undefined): Kept {
  const written: JsonObject = objectOf(value) ?? {};
  return {
    allow: texts(written.allow),
    ask: texts(written.ask),
    deny: texts(written.deny),
    additionalDirectories: texts(written.additionalDirectories),
    defaultMode: permissionModes.find((mode) => mode === written.defaultMode) ?? null,
  };
}

function texts(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
