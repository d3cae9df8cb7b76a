import type { Dialect } from "../../contract/dialect.ts";
import type { EventSpec } from "../../contract/event.ts";
import { type Hook, startsCommand } from "../../contract/hook.ts";
import { isObject, type Json, type JsonObject } from "../../contract/json.ts";
import { eventTimeoutMs } from "../entries/timeout.ts";
import { wrapCommand } from "./wrap-command.ts";

/** Fields of an entry that mean the same in every dialect. */
const carried = [
  "id",
  "description",
  "if",
  "once",
  "statusMessage",
  "asyncRewake",
  "onFailure",
  "mode",
  "env",
  "passEnv",
];

/** An entry of a native file that does what a hook of another dialect does, as far as an entry can say it. */
export function nativeEntry(hook: Hook, spec: EventSpec, dialect: Dialect, runs: boolean): JsonObject {
  const entry: { [name: string]: Json | undefined } = { type: hook.type };
  const written: JsonObject = isObject(hook.entry.hook) ? hook.entry.hook : {};
  for (const name of carried) if (written[name] !== undefined) entry[name] = written[name];
  if (hook.description !== "") entry.description = hook.description;
  Object.assign(entry, hook.fields);
  if (typeof hook.fields.command === "string") {
    entry.command = wrapCommand(hook.fields.command, hook, spec, dialect);
  }
  const { shell } = dialect.entry;
  if (shell && startsCommand(hook) && !hook.fields.shell && !hook.fields.args) entry.shell = shell;
  if (hook.timeoutMs !== eventTimeoutMs(spec)) entry.timeout = hook.timeoutMs / 1000;
  const background = hook.background || dialect.background.includes(hook.event);
  if (background && startsCommand(hook)) entry.async = true;
  const cwd = hook.cwd ?? (dialect.cwd === "project" ? "." : null);
  if (cwd !== null && startsCommand(hook)) entry.cwd = cwd;
  const when = conditionOf(hook, dialect, written.when);
  if (when !== null) entry.when = when;
  if (hook.disabled !== null || !runs) entry.enabled = false;
  return entry;
}

/** Where alone a hook holds, as a condition on the event. */
function conditionOf({ scope }: Hook, { subagents }: Dialect, written: Json | undefined): string | null {
  const parts: string[] = [];
  if (typeof written === "string") parts.push(`(${written})`);
  if (subagents === "off") parts.push("!has(payload.agent_id)");
  if (scope && scope.of !== "skill") {
    const field = scope.of === "agent" ? "agent_type" : "agent_id";
    const list = `[${scope.names.map((name) => JSON.stringify(name)).join(", ")}]`;
    const inside = `(has(payload.${field}) && payload.${field} in ${list})`;
    parts.push(scope.except ? `!${inside}` : inside);
  }
  return parts.length === 0 ? null : parts.join(" && ");
}
