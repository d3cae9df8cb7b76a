import { dirname, join, relative } from "node:path";
import { allDialects, type Engine } from "../../index.ts";
import { isThere } from "../../system/local-files.ts";

/** A file that looks like one with hooks and is not read here, and why. */
export interface UnreadFile {
  readonly path: string;
  readonly why: string;
  readonly mend: string;
}

/** Where people put hook files that nobody reads there, and where they belong. */
const misplaced: { readonly [path: string]: string } = {
  "hooks.json": ".hookline/hooks.json",
  "hookline.json": ".hookline/hooks.json",
  ".hookline.json": ".hookline/hooks.json",
  ".hookline/hook.json": ".hookline/hooks.json",
  ".hookline/hooks.jsonc": ".hookline/hooks.json",
  ".hookline/hooks.yaml": ".hookline/hooks.json",
  ".hookline/settings.json": ".hookline/hooks.json",
  ".hookline/config.json": ".hookline/hooks.json",
  ".hooks/hooks.json": ".hookline/hooks.json",
  ".claude/hooks.json": ".claude/settings.json",
  ".claude/hooks/hooks.json": ".claude/settings.json",
  ".claude/setting.json": ".claude/settings.json",
};

/** Looks for hook files in places where nobody reads them: under a wrong name, above the project, or below it where the agent works. */
export function unreadFiles(
  { projectDir, files }: Pick<Engine, "projectDir" | "files">,
  cwd: string,
  home: string,
): readonly UnreadFile[] {
  const read = new Set(files.map(({ path }) => path));
  const found: UnreadFile[] = [];
  const folders = [...new Set([projectDir, cwd])];
  for (const folder of folders) {
    for (const [name, right] of Object.entries(misplaced)) {
      const path = join(folder, name);
      if (!read.has(path) && isThere(path))
        found.push({ path, why: "no agent reads it there", mend: `it belongs into ${right}` });
    }
  }
  for (
    let folder = dirname(projectDir);
    folder !== dirname(folder) && folder !== home;
    folder = dirname(folder)
  ) {
    for (const name of projectFiles) {
      const path = join(folder, name);
      const why = `it is above the project (${projectDir}), whose own hook files hold`;
      if (!read.has(path) && isThere(path)) found.push({ path, why, mend: "start there, or copy it" });
    }
  }
  return found.map((one) => ({ ...one, path: near(projectDir, one.path) }));
}

/** The paths of hook files of projects, but for those that name many. */
const projectFiles = allDialects.flatMap(({ files }) =>
  files.flatMap(({ base, path }) => (base === "project" && !path.includes("*") ? [path] : [])),
);

function near(projectDir: string, path: string): string {
  const way = relative(projectDir, path);
  return way.startsWith("../../..") ? path : way;
}
