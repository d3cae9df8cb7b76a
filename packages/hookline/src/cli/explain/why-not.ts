import type { Engine, Hook, Preview } from "../../index.ts";
import type { Asked, Finding } from "./explained-hook.ts";
import { dialectOf } from "./explained-hook.ts";

type Item = Preview["plan"]["lanes"][number]["strands"][number][number];
type Skip = Preview["plan"]["skips"][number];

/** What becomes of a hook of the plan: it runs, or it is a fault already, with the command that mends it. */
export function itemFinding(engine: Engine, item: Item, before: readonly Item[]): Finding {
  const { hook, order } = item;
  const after = before.map((one) => one.hook.id);
  if (item.kind === "fault") {
    const { kind, detail } = item.fault;
    const blocks = hook.onFailure === "block" ? "; until then it blocks, since its onFailure is block" : "";
    if (kind !== "untrusted")
      return { answer: "barred", why: [`${kind}: ${detail}${blocks}`], todo: [], order, after };
    const { state, changes } = engine.trustOf(hook);
    const changed = changes.length > 0 ? ` (${changes.join(", ")})` : "";
    const why =
      state === "modified" ? `it was modified since it was approved${changed}` : "it is not approved";
    const todo = [`look at it, then: hookline trust ${hook.id}`];
    return { answer: "untrusted", near: true, why: [`${why}${blocks}`], todo, order, after };
  }
  return { answer: "runs", why: remarks(item, before), todo: [], order, after, background: item.background };
}

/** What is worth knowing about a hook that runs. */
function remarks(item: Extract<Item, { kind: "run" }>, before: readonly Item[]): readonly string[] {
  const { hook, background, trusted } = item;
  const stops = before.length > 0 && dialectOf(hook)?.afterBlock !== "run-all";
  const said = [
    trusted ? "" : `it is not approved: only its deny and ask count (hookline trust ${hook.id})`,
    hook.mode === "warn" ? 'mode "warn": its verdict does not count, it is only told' : "",
    hook.mode === "shadow" ? 'mode "shadow": its verdict does not count, it is only recorded' : "",
    background ? "it runs in the background: nobody waits for it, and it blocks nothing" : "",
    stops ? "if one before it blocks, it does not run" : "",
    hook.once ? "once a session, after a success" : "",
  ];
  return said.filter((text) => text !== "");
}

/** What becomes of a hook that matches and is skipped, and what to do about it. */
export function skipFinding({ hook, why }: Skip): Finding {
  return {
    answer: "skipped",
    near: /^(?:disabled|paused): /.test(why),
    why: [sentenceOf(hook, why)],
    todo: todoOf(hook, why),
  };
}

/** The condition that is not true, if that is why a hook is skipped. */
export function failedCondition({ why }: Skip): Asked["failed"] {
  return (["if", "when"] as const).find((name) => why.startsWith(`${name}: `));
}

function sentenceOf(hook: Hook, why: string): string {
  const failed = failedCondition({ hook, why });
  return failed ? `its "${failed}" is not true` : why;
}

function todoOf(hook: Hook, why: string): readonly string[] {
  if (why === 'disabled: "enabled" is false')
    return [`hookline enable ${hook.id}, or remove "enabled": false`];
  if (why.startsWith("disabled: HOOKLINE_DISABLED")) return ["unset HOOKLINE_DISABLED"];
  const by = /^disabled: ("\w+") in (.+)$/.exec(why);
  if (by) return [`remove ${by[1]} from ${by[2]}`];
  if (why.startsWith("paused: ")) return ["hookline pause --end"];
  if (why.startsWith("once: ")) return ["it runs again in the next session"];
  if (why.startsWith("duplicate of ")) return ["nothing: what becomes of the other one counts for both"];
  const failed = failedCondition({ hook, why });
  if (failed) return [`look at the values beside it, and change "${failed}" if they should fit`];
  return [];
}
