import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { removeFolder } from "../remove-folder.ts";
import type { HookFiles } from "./restored.ts";

/** The folders of one scene. */
export interface Place {
  readonly root: string;
  readonly project: string;
  /** Where the hooks of the records leave their marks. */
  readonly base: string;
  readonly home: string;
  readonly system: string;
  readonly env: { readonly [name: string]: string };
  /** Puts the folders where a record has `$PROJECT`, `$BASE`, `$HOME`, `$LABROOT`. */
  fill(text: string): string;
  /** Puts `$PROJECT` where a text has the project's folder. */
  hide(text: string): string;
  write(files: HookFiles): void;
  /** What the hooks have left in `$BASE`, by name. */
  marks(): { readonly [name: string]: string };
  remove(): Promise<void>;
}

/** Whose files the hooks stand in: Hookline's own, or Claude Code's. */
export type PlayedDialect = "native" | "claude-code";

/** Makes an empty project, home and machine. */
export function makePlace(
  variables: (root: string) => { readonly [name: string]: string },
  dialect: PlayedDialect = "native",
): Place {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "hookline-conformance-")));
  const folder = (name: string) => {
    mkdirSync(join(root, name));
    return join(root, name);
  };
  const [project, base, home, system] = [folder("project"), folder("base"), folder("home"), folder("system")];
  const names: { readonly [name: string]: string } = {
    PROJECT: project,
    BASE: base,
    HOME: home,
    LABROOT: join(import.meta.dirname, "lab"),
  };
  const fill = (text: string) =>
    text.replace(/\$(PROJECT|BASE|HOME|LABROOT)\b/g, (all, name: string) => names[name] ?? all);
  const config = join(home, "config");
  const native = {
    team: join(project, ".hookline/hooks.json"),
    local: join(project, ".hookline/hooks.local.json"),
    user: join(config, "hookline/hooks.json"),
    managed: join(system, "etc/hookline/hooks.json"),
  };
  const settings = {
    team: join(project, ".claude/settings.json"),
    local: join(project, ".claude/settings.local.json"),
    user: join(home, ".claude/settings.json"),
    managed: join(system, "etc/claude-code/managed-settings.json"),
  };
  const paths = dialect === "native" ? native : settings;
  return {
    root,
    project,
    base,
    home,
    system,
    env: {
      PATH: process.env.PATH ?? "",
      HOME: home,
      XDG_CONFIG_HOME: config,
      XDG_STATE_HOME: join(home, "state"),
      ...variables(root),
    },
    fill,
    hide: (text) => text.replaceAll(project, "$PROJECT"),
    write(files) {
      for (const [layer, path] of Object.entries(paths)) {
        const text = Object.entries(files).find(([name]) => name === layer)?.[1];
        if (text === undefined) continue;
        mkdirSync(dirname(path), { recursive: true });
        writeFileSync(path, fill(text));
      }
    },
    marks: () =>
      Object.fromEntries(readdirSync(base).map((name) => [name, readFileSync(join(base, name), "utf8")])),
    remove: () => removeFolder(root),
  };
}
