import { dirname, join, relative } from "node:path";
import { startsCommand } from "../../contract/hook.ts";
import { type Hook, type HookProgram, type HookPrograms, hookPrograms } from "../../index.ts";
import { isFolder } from "../../system/folders.ts";
import { findProgram, isThere, realPath } from "../../system/local-files.ts";
import { quoted } from "../../system/safe-file.ts";
import { defineCheck, type Finding } from "./check.ts";
import { howToGet } from "./how-to-get.ts";
import { scriptProblems } from "./script-problems.ts";

/** What runs packages by name looks for them itself, or fetches them. */
const packageRunners = new Set([
  "npx",
  "bunx",
  "pnpm",
  "yarn",
  "npm",
  "bun",
  "uv",
  "uvx",
  "pipx",
  "poetry",
  "pdm",
  "rye",
]);

/** The programs and scripts of command hooks: whether they are there, may run, and are what a system can start. */
export const programsCheck = defineCheck({
  name: "programs",
  summary: "programs and scripts of command hooks",
  run({ engine, env = process.env }) {
    const { projectDir } = engine;
    const hooks = engine.hooks.filter((hook) => startsCommand(hook) && hook.disabled === null);
    const told = new Set<string>();
    return hooks
      .flatMap((hook) => hookFindings(hook, hookPrograms(hook, { projectDir, env }), projectDir))
      .filter(({ where, what }) => !told.has(`${where} ${what}`) && told.add(`${where} ${what}`));
  },
});

function hookFindings(hook: Hook, started: HookPrograms, projectDir: string): readonly Finding[] {
  const { start, programs } = started;
  const where = hook.source.text;
  if (!isFolder(start)) {
    const what = `${hook.id} starts in ${shownFrom(start, projectDir)}, and there is no such folder`;
    const mend = `mkdir -p ${quoted(shownFrom(start, projectDir))}, or correct its "cwd"`;
    return [{ severity: "error", where, what, mend }];
  }
  return programs.flatMap((program) => {
    // Nothing before it keeps it from being started: then the hook cannot work without it.
    const severity = program.first ? "error" : "warning";
    return problemsOf(program, started, projectDir).map(({ what, mend, mild }) => {
      return { severity: mild ? "warning" : severity, where, what: `${hook.id}: ${what}`, mend } as const;
    });
  });
}

interface Problem {
  readonly what: string;
  readonly mend: string;
  /** It works all the same, in some way. */
  readonly mild?: true;
}

function problemsOf(program: HookProgram, started: HookPrograms, projectDir: string): readonly Problem[] {
  const { called, place, path, script, via } = program;
  const { start: cwd, path: searched } = started;
  const base = called.split("/").at(-1) ?? called;
  const runner = via.at(-1) ?? "";
  const shown = (file: string) => shownFrom(file, projectDir);
  if (packageRunners.has(runner)) return runner === "npx" && place === null ? downloaded(called, cwd) : [];
  const how = { cwd, path: searched, interpreter: base } as const;
  const ofScript =
    script === null ? [] : scriptProblems(script, shown(script), { ...how, by: "interpreter" });
  if (place !== null) {
    return [...scriptProblems(place, shown(place), { ...how, by: "name", interpreter: "" }), ...ofScript];
  }
  // A shell has it in itself: `source x.sh`.
  if (path !== null || base === "." || base === "source") return ofScript;
  const local = binOf(called, cwd);
  const mend =
    local === null
      ? howToGet(called, cwd, searched)
      : `write npx ${called} in place of ${called}, or ${quoted(shown(local))}`;
  return [{ what: `${called} is not on the PATH that it gets`, mend }, ...ofScript];
}

/** What npx would fetch: slow at best, and somebody else's at worst. */
function downloaded(called: string, cwd: string): readonly Problem[] {
  const name = called.replace(/(.)@.*$/, "$1");
  const command = name.split("/").at(-1) ?? name;
  if (binOf(command, cwd) !== null || isThere(join(cwd, "node_modules", name))) return [];
  const what = `npx would fetch ${called} from the registry: it is not installed here`;
  return [{ what, mend: `npm install --save-dev ${quoted(called)}`, mild: true }];
}

/** The command of an installed package, as npx finds it from a folder upward. */
function binOf(name: string, folder: string): string | null {
  const file = join(folder, "node_modules/.bin", name);
  if (findProgram(file, "/", "") !== null) return file;
  return dirname(folder) === folder ? null : binOf(name, dirname(folder));
}

/** A path as a command from here names it: short for whoever is in the project, else whole. */
function shownFrom(file: string, projectDir: string): string {
  if (realPath(process.cwd()) !== realPath(projectDir)) return file;
  const way = relative(projectDir, file);
  return way === "" || way.startsWith("..") ? file : way.startsWith("-") ? `./${way}` : way;
}
