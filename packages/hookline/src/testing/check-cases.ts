import { relative } from "node:path";
import type { Diagnostic } from "../contract/diagnostic.ts";
import { suggest } from "../contract/suggest.ts";
import { HooklineError } from "../index.ts";
import type { HookCase } from "./case.ts";
import { payloadOf } from "./payload.ts";
import type { Project } from "./project.ts";
import type { ReadCases } from "./read-cases.ts";
import { commandsGit, fileProblem } from "./write-files.ts";

/** What keeps cases from being run: mistakes in them, and hooks that nobody has approved. */
export interface CheckedCases {
  readonly diagnostics: readonly Diagnostic[];
  /** The ids of hooks that a case would run and that are not approved. */
  readonly unapproved: readonly string[];
}

/** Looks at cases beside the hooks that they are about; nothing is run. */
export function checkCases(
  project: Project,
  cases: readonly HookCase[],
  { locate }: ReadCases,
): CheckedCases {
  const diagnostics: Diagnostic[] = [];
  const unapproved = new Set<string>();
  const ids = new Set(project.engine.hooks.map(({ id }) => id));
  for (const one of cases) {
    const wrong = (path: readonly (string | number)[], message: string, hint: string) =>
      diagnostics.push({ severity: "error", ...locate(one, path), message, hint });
    if (!bringsHooks(project, one)) checkIds(one, ids, wrong);
    checkPrograms(one, wrong);
    checkPaths(one, project.trustsAll, wrong);
    if (one.tool !== undefined && one.payload?.tool_name !== undefined)
      wrong(["payload"], `"tool" and the payload's "tool_name" say it twice`, "keep one of them");
    if (one.input !== undefined && one.tool === undefined)
      wrong(["input"], `"input" is the input of a tool`, `add "tool", such as "Bash"`);
    try {
      for (const id of untrusted(project, one)) unapproved.add(id);
    } catch (error) {
      if (!(error instanceof HooklineError)) throw error;
      const unknown = error.code === "unknown-event";
      const hint = unknown ? "docs/events.md lists all events" : 'add it to "payload"';
      wrong([unknown ? "event" : "payload"], error.message, error.message.endsWith("?") ? "" : hint);
    }
  }
  return { diagnostics, unapproved: [...unapproved] };
}

type Wrong = (path: readonly (string | number)[], message: string, hint: string) => void;

/** A case may put a hook file of its own into the copy. */
function bringsHooks({ engine, projectDir }: Project, { files = {} }: HookCase): boolean {
  return engine.files.some(({ path }) => Object.hasOwn(files, relative(projectDir, path)));
}

function checkIds({ stubs = {}, expect }: HookCase, ids: ReadonlySet<string>, wrong: Wrong): void {
  const named = [
    ...Object.keys(stubs.hooks ?? {}).map((id) => [id, ["stubs", "hooks", id]] as const),
    ...Object.keys(expect.hooks ?? {}).map((id) => [id, ["expect", "hooks", id]] as const),
  ];
  for (const [id, path] of named) {
    if (ids.has(id)) continue;
    const meant = suggest(id, ids);
    const hint = meant === null ? '"hookline list" shows the ids' : `did you mean "${meant}"?`;
    wrong(path, `there is no hook "${id}" here`, hint);
  }
}

function checkPrograms({ stubs = {}, expect }: HookCase, wrong: Wrong): void {
  for (const name of Object.keys(stubs.programs ?? {})) {
    if (/^[^/\0]+$/.test(name) && name !== "." && name !== "..") continue;
    wrong(
      ["stubs", "programs", name],
      `"${name}" is no name of a program`,
      'write it without folders: "git"',
    );
  }
  for (const name of Object.keys(expect.calls ?? {})) {
    if (stubs.programs && Object.hasOwn(stubs.programs, name)) continue;
    const hint = `add "${name}" to "stubs": { "programs": { … } }`;
    wrong(["expect", "calls", name], `calls of ${name} are seen only by a stand-in`, hint);
  }
}

function checkPaths(one: HookCase, trustsAll: boolean, wrong: Wrong): void {
  for (const path of Object.keys(one.files ?? {})) {
    const problem = fileProblem(path);
    if (problem !== null) wrong(["files", path], `"${path}" ${problem}`, "name it from the project's folder");
    else if (!trustsAll && commandsGit(path))
      wrong(["files", path], `git may start programs by ${path}`, "leave it out, or run with --trust");
  }
  for (const path of Object.keys(one.expect.files ?? {})) {
    const problem = fileProblem(path);
    if (problem !== null)
      wrong(["expect", "files", path], `"${path}" ${problem}`, "name it from the project's folder");
  }
}

/** The hooks that a case would run and that are not approved; the preview is made of what the case says, for the project itself. */
function untrusted(project: Project, one: HookCase): readonly string[] {
  const { plan } = project.engine.preview(one.event, payloadOf(one, project.projectDir));
  const stubbed = new Set(Object.keys(one.stubs?.hooks ?? {}));
  const faults = plan.lanes.flatMap(({ strands }) => strands.flat()).filter(({ kind }) => kind === "fault");
  return faults.flatMap((item) =>
    item.kind === "fault" && item.fault.kind === "untrusted" && !stubbed.has(item.hook.id)
      ? [item.hook.id]
      : [],
  );
}
