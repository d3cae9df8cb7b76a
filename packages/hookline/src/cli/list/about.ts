import type { Engine, Hook } from "../../index.ts";
import { ago, times } from "../ago.ts";
import { shownText } from "../shown.ts";
import type { Row } from "./row.ts";

/** What has changed since a hook was approved, and how it broke. */
export function aboutTrust(
  engine: Engine,
  hook: Hook | undefined,
  { trust, health }: Row,
): readonly string[] {
  const changes = hook && trust === "modified" ? engine.trustOf(hook).changes : [];
  const changed = changes.length > 0 ? [`modified since it was approved: ${changes.join(", ")}`] : [];
  if (health === null) return changed;
  const { failedOpen, faults, last } = health;
  const what = failedOpen > 0 ? `failed open ${times(failedOpen)}` : `broke ${times(faults)}`;
  return [...changed, `${what}, last: ${last.fault}, ${ago(Date.parse(last.at))}`];
}

/** Until when a hook is paused, by whom and why. */
export function aboutPause(engine: Engine, hook: Hook): readonly string[] {
  const why = hook.disabled === null ? engine.pause().why(hook) : null;
  return why === null ? [] : [shownText(why)];
}

/** How much of a command or a prompt is shown. */
const shown = 100;

/** Nobody waits for such a hook, so nobody is blocked by it, whatever its entry says. */
export const blocksNothing = "runs in the background: it blocks nothing";

/** What people know a hook by: its description, what it runs, and where alone it holds. */
export function aboutHook(hook: Hook | undefined): readonly string[] {
  if (!hook) return [];
  const { command, url, prompt, tool, module } = hook.fields;
  const action = [command, url, module, tool, prompt, rulesIn(hook)].find((text) => typeof text === "string");
  const line = typeof action === "string" ? shownText(action).replaceAll(/\s+/g, " ") : "";
  const scope = hook.scope ? `${hook.scope.except ? "not" : "only"} in ${hook.scope.names.join(", ")}` : "";
  const short = line.length > shown ? `${line.slice(0, shown - 1)}…` : line;
  const idle = hook.background && hook.onFailure === "block" ? blocksNothing : "";
  return [hook.description, short, scope, idle].filter((text) => text !== "");
}

/** What a policy judges by: its packs, and how many rules of its own. */
function rulesIn({ type, fields }: Hook): string | undefined {
  if (type !== "policy") return undefined;
  const packs = Array.isArray(fields.packs) ? fields.packs.map(String) : [];
  const own = Array.isArray(fields.rules) ? fields.rules.length : 0;
  const parts = [
    ...(packs.length > 0 ? [`packs ${packs.join(", ")}`] : []),
    ...(own > 0 ? [`${own} ${own === 1 ? "rule" : "rules"} of its own`] : []),
  ];
  return parts.join("; ");
}
