import { isObject, jsonOf } from "../contract/json.ts";
import { createPolicyCheck, type Hook, type RunReport } from "../index.ts";
import { asksOutside } from "./hook-stubs.ts";
import type { Project } from "./project.ts";
import type { CaseRun } from "./run-case.ts";

/** A hook, or a rule that is written in a hook, that can be exercised. */
export interface Coverable {
  readonly hook: string;
  /** Null for the hook itself. */
  readonly rule: string | null;
  readonly source: string;
  readonly event: string;
  readonly exercised: boolean;
}

/** Which hooks of a project, and which rules of its policies, some case has made answer. */
export interface Coverage {
  readonly all: readonly Coverable[];
  readonly exercised: number;
  /** 100 if there is nothing to exercise. */
  readonly percent: number;
}

/** Works out what the cases have exercised: a hook that ran itself, or one that must have a stand-in and had one; a rule that fitted. */
export async function coverageOf(project: Project, runs: readonly CaseRun[]): Promise<Coverage> {
  const hooks = projectHooks(project);
  const rules = await ownRules(project, hooks);
  const ran = new Set<string>();
  const fitted = new Set<string>();
  for (const { decision, stubbed } of runs) {
    for (const report of decision?.runs ?? []) {
      if (stubbed.has(report.source) && !asksOutside(report)) continue;
      if (!didRun(report)) continue;
      ran.add(report.source);
      for (const rule of rulesIn(report)) fitted.add(`${report.source} ${rule}`);
    }
  }
  const all = hooks.flatMap((hook): readonly Coverable[] => {
    const { id, event } = hook;
    const source = hook.source.text;
    const row = { hook: id, source, event };
    const inside = rules.get(source) ?? [];
    return [
      { ...row, rule: null, exercised: ran.has(source) },
      ...inside.map((rule) => ({ ...row, rule, exercised: fitted.has(`${source} ${rule}`) })),
    ];
  });
  const exercised = all.filter((one) => one.exercised).length;
  const percent = all.length === 0 ? 100 : Math.floor((exercised / all.length) * 100);
  return { all, exercised, percent };
}

/** The hooks that tests are about: those that are on, of the project's files, or of all files. */
export function projectHooks({ engine, allFiles }: Project): readonly Hook[] {
  return engine.hooks.filter(
    ({ disabled, source: { layer } }) =>
      disabled === null && (allFiles || layer === "team" || layer === "local"),
  );
}

/** What never started has not been exercised. */
function didRun({ fault }: RunReport): boolean {
  return fault !== "untrusted" && fault !== "spawn" && fault !== "cancelled";
}

/** The rules that fitted, as a policy's run tells them. */
export function rulesIn({ type, stdout }: RunReport): readonly string[] {
  const said = type === "policy" ? jsonOf(stdout) : undefined;
  if (!isObject(said) || !Array.isArray(said.rules)) return [];
  return said.rules.flatMap((rule) => (isObject(rule) && typeof rule.id === "string" ? [rule.id] : []));
}

/** The rules that are written in the project's own policies; those of packs are tested with the packs. */
export async function ownRules(
  project: Project,
  hooks: readonly Hook[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  const files = new Set(hooks.filter(({ type }) => type === "policy").map(({ source }) => source.file));
  if (files.size === 0) return found;
  const check = await createPolicyCheck({ cwd: project.projectDir, env: project.env });
  for (const file of files) {
    for (const { hook, policy } of (await check.open(file)).policies) {
      if (!hook) continue;
      const rules = policy.rules.filter(({ pack }) => pack === null).map(({ rule }) => rule.id);
      found.set(hook.source.text, [...new Set(rules)]);
    }
  }
  return found;
}
