import type { JsonObject } from "../../contract/json.ts";
import { allDialects, type Engine, type Event, type Hook, type Preview } from "../../index.ts";
import { type LookedAt, lookedAtByIf, lookedAtByWhen } from "./looked-at.ts";

/** What becomes of a hook on an event. */
export type Answer = "runs" | "untrusted" | "barred" | "skipped" | "unmatched" | "other-event" | "not-chosen";

/** An `if` or `when`: whether it is true (null: nobody asked it), and the values that it looks at. */
export interface ExplainedCondition {
  readonly name: "if" | "when";
  readonly text: string;
  readonly holds: boolean | null;
  readonly looked: LookedAt;
}

/** One hook, and what becomes of it on one event and why. */
export interface ExplainedHook {
  readonly id: string;
  readonly event: string;
  readonly type: string;
  readonly dialect: string;
  readonly source: string;
  readonly answer: Answer;
  /** It would have run but for a small thing. */
  readonly near: boolean;
  readonly why: readonly string[];
  readonly todo: readonly string[];
  readonly matcher: string | null;
  readonly meaning: string;
  readonly conditions: readonly ExplainedCondition[];
  /** Its place in configuration order among those that run; null if it does not. */
  readonly order: number | null;
  /** The hooks that it waits for. */
  readonly after: readonly string[];
  readonly background: boolean;
  readonly mode: string;
  readonly onFailure: string;
  readonly once: boolean;
  readonly timeoutMs: number;
  readonly groupTimeoutMs: number | null;
  readonly environment: string;
  readonly cwd: string;
}

/** What of an explanation differs from hook to hook. */
export type Finding = Pick<ExplainedHook, "answer"> &
  Partial<Pick<ExplainedHook, "near" | "why" | "todo" | "order" | "after" | "background">>;

/** Which conditions were asked: those of an event whose values are known, until one is false. */
export interface Asked {
  readonly conditions: "judged" | "assumed";
  /** The one that is false. */
  readonly failed?: "if" | "when" | undefined;
}

/** Puts together what is said of a hook. */
export function explained(
  { engine, preview, asked }: { readonly engine: Engine; readonly preview: Preview; readonly asked: Asked },
  hook: Hook,
  finding: Finding,
): ExplainedHook {
  const { id, event, type, dialect, source, matcher, mode, onFailure, once } = hook;
  const { timeoutMs, groupTimeoutMs, environment } = hook;
  const reached = finding.answer !== "unmatched" && finding.answer !== "other-event";
  return {
    id,
    event,
    type,
    dialect,
    source: source.text,
    near: false,
    why: [],
    todo: [],
    order: null,
    after: [],
    background: hook.background,
    ...finding,
    matcher: matcher.pattern,
    meaning: matcher.meaning,
    conditions: reached ? conditionsOf(hook, preview.plan.event, asked, engine) : [],
    mode,
    onFailure,
    once,
    timeoutMs,
    groupTimeoutMs,
    environment,
    cwd: preview.folderOf(hook),
  };
}

/** The dialect of a hook. */
export function dialectOf(hook: Hook) {
  return allDialects.find(({ name }) => name === hook.dialect);
}

function conditionsOf(hook: Hook, event: Event, asked: Asked, engine: Engine): readonly ExplainedCondition[] {
  const known = asked.conditions === "judged";
  const redactor = engine.redactor.about(event.payload);
  const shown = (looked: LookedAt): JsonObject =>
    Object.fromEntries(
      Object.entries(looked).map(([name, value]) => [name, redactor.json(value ?? null, pathOf(name))]),
    );
  return (["if", "when"] as const).flatMap((name) => {
    const text = hook[name]?.text;
    if (text === undefined) return [];
    // What comes after a condition that is false was not asked.
    const passed = known && (asked.failed === undefined || (name === "if" && asked.failed === "when"));
    const holds = asked.failed === name ? false : passed ? true : null;
    const looked = name === "if" ? lookedAtByIf(event) : lookedAtByWhen(text, event);
    return [{ name, text, holds, looked: known ? shown(looked) : {} }];
  });
}

/** The way to a value in the payload, by which declared secrets are known. */
function pathOf(name: string): string {
  return name.startsWith("payload.") ? name.slice("payload.".length) : name;
}
