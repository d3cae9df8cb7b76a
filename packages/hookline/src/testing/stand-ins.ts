import type { Hook } from "../contract/hook.ts";
import { faultRun, silence } from "../contract/run.ts";
import type { Decision, EngineOptions } from "../index.ts";
import type { HookCase } from "./case.ts";
import { asksOutside, stubRun } from "./hook-stubs.ts";
import type { Mutant } from "./mutant.ts";

/** What answers in the place of the hooks of one case. */
export interface StandIns {
  readonly standIn: NonNullable<EngineOptions["standIn"]>;
  /** True for a hook that would not run itself. */
  answersFor(hook: Hook): boolean;
  /** Where the hooks stand that the case's own stand-ins answered for. */
  readonly stubbed: ReadonlySet<string>;
  /** Why the case shows nothing: a hook had no stand-in and needs one, or was not trusted; null if all is well. */
  problem(decision: Decision): string | null;
}

/** Makes them of the stubs of a case, and of a hook that is to let everything through. */
export function createStandIns(
  one: Pick<HookCase, "stubs" | "real" | "files" | "expect">,
  mutant?: Mutant,
): StandIns {
  const stubs = new Map(Object.entries(one.stubs?.hooks ?? {}));
  const stubbed = new Set<string>();
  const missing = new Map<string, string>();
  const isMutant = (hook: Hook) => mutant?.kind === "pass" && mutant.source === hook.source.text;
  const needsOne = (hook: Hook) => asksOutside(hook) && one.real !== true;
  return {
    stubbed,
    answersFor: (hook) => isMutant(hook) || stubs.has(hook.id) || needsOne(hook),
    standIn(hook) {
      const stub = stubs.get(hook.id);
      if (stub) stubbed.add(hook.source.text);
      if (isMutant(hook)) {
        const end = { kind: "value", value: undefined } as const;
        return { end, stdout: silence, stderr: silence, durationMs: 0, left: [] };
      }
      if (stub) return stubRun(hook, stub);
      if (!needsOne(hook)) return null;
      missing.set(hook.id, hook.type);
      return faultRun("spawn", "it has no stand-in");
    },
    problem({ runs }) {
      for (const [id, type] of missing)
        return `hook ${id} asks somebody outside (${type}): say what it answers in "stubs": { "hooks": { "${id}": { … } } }, or write "real": true`;
      const distrusted = runs.find(({ fault }) => fault === "untrusted");
      if (!distrusted || expectsDistrust(one, distrusted.hook)) return null;
      if (!one.files)
        return `hook ${distrusted.hook} is not approved, so it did not run; look at it with "hookline trust", or run "hookline test --trust"`;
      return `hook ${distrusted.hook} is not the one that was approved: "files" of this case replaces it, or something that it names; --trust runs it all the same`;
    },
  };
}

function expectsDistrust({ expect }: Pick<HookCase, "expect">, id: string): boolean {
  const match = expect.hooks?.[id];
  return (typeof match === "string" ? match : match?.verdict) === "untrusted";
}
