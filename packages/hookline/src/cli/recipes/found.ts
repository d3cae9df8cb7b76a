import type { Engine } from "../../index.ts";
import type { Paint } from "../render.ts";
import { visibleLine } from "../visible.ts";
import type { Project } from "./project.ts";
import { formattersOf, languagesOf, lintersOf, pipelinesOf, testRunnersOf } from "./tools-in-use.ts";

/** What was found in a project. */
export interface Findings {
  readonly project: string;
  readonly languages: readonly string[];
  readonly formatters: readonly string[];
  readonly linters: readonly string[];
  readonly tests: readonly string[];
  readonly git: boolean;
  readonly pipelines: readonly string[];
  /** Hook files that are there, each with whose it is. */
  readonly hookFiles: readonly string[];
}

/** Looks at everything that a recipe could be about; nothing of the project is run. */
export function findings(project: Project, { files }: Pick<Engine, "files">): Findings {
  const there = files.filter(
    ({ state, layer }) => state !== "absent" && (layer === "team" || layer === "local"),
  );
  return {
    project: project.dir,
    languages: languagesOf(project),
    formatters: formattersOf(project),
    linters: lintersOf(project),
    tests: testRunnersOf(project),
    git: project.git,
    pipelines: pipelinesOf(project),
    hookFiles: there.map(({ path, dialect }) => `${path.replace(`${project.dir}/`, "")} (${dialect})`),
  };
}

/** What was found, for people. */
export function renderFindings(found: Findings, paint: Paint): string {
  const words = (list: readonly string[]) =>
    list.length > 0 ? visibleLine(list.join(", ")) : paint.dim("none");
  const rows: readonly (readonly [string, string])[] = [
    ["languages", words(found.languages)],
    ["formatters", words(found.formatters)],
    ["linters", words(found.linters)],
    ["tests", words(found.tests)],
    ["git", found.git ? "yes" : paint.dim("no")],
    ["pipelines", words(found.pipelines)],
    ["hook files", words(found.hookFiles)],
  ];
  const lines = rows.map(([name, text]) => `  ${name.padEnd(11)} ${text}`);
  return `${paint.bold(visibleLine(found.project))}\n${lines.join("\n")}\n`;
}

/** The recipes that repeat what the project does already; what restricts an agent is for its people to choose. */
export function preselected(project: Project): readonly string[] {
  return [
    ...(formattersOf(project).length > 0 ? ["format-on-edit"] : []),
    ...(lintersOf(project).length > 0 ? ["lint-on-edit"] : []),
  ];
}

/** What is one's own stays out of version control. */
export const ignored = `# What is your own, and what hooks write.
hooks.local.json
*.local.json
local/
*.log
`;
