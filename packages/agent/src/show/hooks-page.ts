import type { Engine, Hook } from "hookline";
import { box } from "./box.ts";
import type { HookLog } from "./hook-log.ts";
import { spellAction, spellDuration } from "./spell.ts";
import { visibleLine } from "./visible.ts";

/** What the page of hooks is made of. */
export interface HooksPageOptions {
  /** How wide the terminal is; null for as wide as it takes. */
  readonly columns: number | null;
  /** Why a hook is switched off for this session (`/hooks off 3`); null if it is not. */
  readonly off?: (hook: Hook) => string | null;
  /** In milliseconds since 1970. */
  readonly now?: number;
}

/** The hooks in the order and with the numbers of the page: event by event, each as it is configured. */
export function numberedHooks(
  hooks: readonly Hook[],
): readonly { readonly number: number; readonly hook: Hook }[] {
  const events = [...new Set(hooks.map(({ event }) => event))];
  const sorted = events.flatMap((event) => hooks.filter((hook) => hook.event === event));
  return sorted.map((hook, index) => ({ number: index + 1, hook }));
}

/** The text of `/hooks`: what is active, where it is written, whether it would run, and how it ended the last time. */
export function hooksPage(
  engine: Pick<Engine, "hooks" | "distrust" | "projectDir">,
  log: HookLog,
  options: HooksPageOptions,
): string {
  const numbered = numberedHooks(engine.hooks);
  if (numbered.length === 0)
    return `No hooks are configured for ${visibleLine(engine.projectDir)}; .hookline/hooks.json is where they go.\n`;
  const now = options.now ?? Date.now();
  let before = "";
  const rows = numbered.map(({ number, hook }) => {
    const { state, why } = stateOf(hook, engine, options);
    const event = hook.event === before ? "" : hook.event;
    before = hook.event;
    const about = [nameOf(hook), whereOf(hook), ...(why === "" ? [] : [why])].map(visibleLine);
    return [[`${number}`], [event], about, [state], [lastOf(hook, log, now)]];
  });
  const table = box(["#", "Event", "Action", "State", "Last"], rows, options.columns);
  return `Active Hooks:\n${table}\n/hooks off 1 switches the first one off for this session, /hooks on 1 on again.\n`;
}

/** `guard: ./guard.sh (Edit|Write)`; an id that nobody chose is left out. */
function nameOf(hook: Hook): string {
  const action = hook.description || spellAction(hook);
  const chosen = /^.+-[0-9a-f]{8}$/.test(hook.id) && action !== "" ? "" : hook.id;
  const name = [chosen, action].filter((text) => text !== "").join(": ");
  return hook.matcher.pattern ? `${name} (${hook.matcher.pattern})` : name;
}

function whereOf({ type, source, dialect, background }: Hook): string {
  const parts = [type, dialect === "native" ? source.text : `${source.text} (${dialect})`];
  return [...parts, ...(background ? ["in the background"] : [])].join(" · ");
}

function stateOf(
  hook: Hook,
  engine: Pick<Engine, "distrust">,
  { off }: HooksPageOptions,
): { readonly state: string; readonly why: string } {
  const switched = off?.(hook) ?? null;
  if (switched !== null) return { state: "off", why: switched };
  if (hook.disabled !== null) return { state: "disabled", why: hook.disabled };
  const distrust = engine.distrust(hook);
  if (distrust !== null) return { state: "not approved", why: distrust };
  return { state: hook.mode === "enforce" ? "on" : `on (${hook.mode})`, why: "" };
}

function lastOf({ id }: Hook, log: HookLog, now: number): string {
  if (log.running(id) > 0) return "▶ running";
  const last = log.last(id);
  if (!last) return "–";
  const bad = last.fault ?? (last.verdict === "deny" ? "deny" : null);
  const said = bad ?? (last.verdict === "pass" ? "" : last.verdict);
  const parts = [bad === null ? "✓" : "✗", said, spellDuration(last.durationMs)];
  return `${parts.filter((part) => part !== "").join(" ")}, ${ago(now - last.at)}`;
}

function ago(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 2) return "just now";
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  return `${Math.floor(seconds / 3600)} h ago`;
}
