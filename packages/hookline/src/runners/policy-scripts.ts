import { LastSeen } from "../contract/last-seen.ts";
import type { PolicyModel } from "../policy/model.ts";
import { realTarget } from "../system/real-target.ts";
import { scriptText } from "../system/script-text.ts";
import type { PolicyCall, PolicyRoom } from "./policy-call.ts";
import type { GatheredFacts } from "./policy-facts.ts";
import { type SessionFiles, sessionFiles } from "./policy-memory.ts";

/** An event that is judged: what is known of the machine, and what rules see. */
export interface Known {
  readonly facts: GatheredFacts;
  readonly model: PolicyModel;
}

/** Events before a tool runs: what they say is about to happen. */
const before: ReadonlySet<string> = new Set(["PreToolUse", "PermissionRequest"]);

const remembered = new LastSeen<PolicyCall["event"], true>();

/** Reads the files of earlier calls that an event runs; true if there were some that had not been read. */
export function readScripts({ filesRun }: PolicyRoom, { facts, model }: Known, call: PolicyCall): boolean {
  const { files } = filesOf(call);
  if (files.size === 0 || !model.command) return false;
  const known = {
    has: (path: string) => files.has(path) || files.has(realTarget(path)),
    keys: () => files.keys(),
  };
  const run = filesRun(model.command.commands, facts, known).filter((path) => !facts.written.has(path));
  for (const path of run) {
    const made = files.get(path) ?? files.get(realTarget(path)) ?? true;
    facts.written.set(path, { text: scriptText(path), made });
  }
  return run.length > 0;
}

/** How long the scripts are that an event runs. */
export function scriptsLength({ written }: GatheredFacts): number {
  return [...written.values()].reduce((sum, { text }) => sum + (text?.length ?? 0), 0);
}

/** Remembers the files that an event leaves behind; gives what people should know about that. */
export function rememberFiles(
  { filesLeft }: PolicyRoom,
  { facts, model }: Known,
  call: PolicyCall,
): string | null {
  const { event } = call;
  if (!before.has(event.spec.name) || !event.tool || remembered.get(event)) return null;
  remembered.set(event, true);
  const left = filesLeft(model, facts);
  return left.length === 0 ? null : filesOf(call).add(left);
}

function filesOf({ event, services }: PolicyCall): SessionFiles {
  const { session_id: session } = event.payload;
  return sessionFiles(services, typeof session === "string" ? session : "");
}
