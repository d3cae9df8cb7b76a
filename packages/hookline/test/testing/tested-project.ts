import { runTests, type TestOptions, type TestReport } from "../../src/testing/index.ts";
import { type Scratch, scratch } from "../engine/scratch.ts";

/** A scratch project with hooks and cases. */
export interface Tested extends Scratch {
  /** Runs its cases; its hooks are trusted unless told otherwise. */
  test(options?: TestOptions): Promise<TestReport>;
}

/** Makes a project with these hooks and one file of cases. */
export function tested(hooks: object, cases: readonly object[], rest: object = {}): Tested {
  const place = scratch(hooks);
  place.write(".hookline/tests/all.json", { cases, ...rest });
  const test = (options: TestOptions = {}) =>
    runTests({ cwd: place.project, env: place.env, trust: "all", jobs: 2, ...options });
  return { ...place, test };
}

/** A case about a shell command. */
export function aCommand(command: string, expect: object, rest: object = {}): object {
  return { name: command, event: "PreToolUse", tool: "Bash", input: { command }, expect, ...rest };
}

/** What came of each case, in few words: its name, its status, and what was not as expected. */
export function summary({ cases }: TestReport): readonly unknown[] {
  return cases.map(({ case: { name }, status, problem, differences }) => [
    name,
    status,
    ...(problem === "" ? [] : [problem]),
    ...differences.map(({ what, expected, came }) => `${what}: ${expected} / ${came}`),
  ]);
}

/** A hook that is a shell command, for all tools. */
export const shell = (id: string, command: string, rest: object = {}) => ({
  type: "command",
  id,
  command,
  ...rest,
});

/** The hooks of PreToolUse. */
export const before = (...hooks: readonly object[]) => ({ PreToolUse: [{ hooks }] });
