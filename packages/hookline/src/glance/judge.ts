import { isAbsolute } from "node:path";
import type { Event } from "../contract/event.ts";
import type { JsonObject } from "../contract/json.ts";
import { completePayload } from "../events/complete.ts";
import {
  allPacks,
  compilePolicy,
  filesLeft,
  filesRun,
  fittingRules,
  judgePolicy,
  makeModel,
  pathsToFollow,
  policyFor,
} from "../policy/index.ts";
import type { PolicyCall, PolicyRoom } from "../runners/policy-call.ts";
import { runPolicy } from "../runners/policy-run.ts";
import { readEventRow, readToolRow } from "./event-row.ts";
import type { GlancePlace, QuietEvent } from "./glance.ts";
import { readPolicies } from "./policies.ts";
import type { QuietRun } from "./quiet-run.ts";

/** Named one by one: what is not named is not in the file that is loaded for this. Few commands run files that a session wrote. */
const room: PolicyRoom = {
  allPacks,
  compilePolicy,
  filesLeft,
  filesRun: (...given) => filesRun(...given),
  fittingRules,
  judgePolicy,
  makeModel,
  pathsToFollow,
};

/** For a process that judges one event and ends. */
const roomForOne: PolicyRoom = { ...room, narrowed: policyFor };

/** How somebody asks for that. */
export interface JudgeCall {
  readonly ids: { readonly event: string; readonly session: string; make(): string };
  /** True in a process that ends after it. */
  readonly once: boolean;
}

/** Judges the policies that are all that an event meets; null if one of them has anything to say, or could not be judged: that is for an engine. */
export function judgeQuietly(
  { subject, project, policies: kept, own }: QuietEvent,
  given: JsonObject,
  { stateFolder, home, cwd, env }: GlancePlace,
  { ids, once }: JudgeCall,
): readonly QuietRun[] | null {
  const policies = readPolicies(kept ?? undefined);
  const spec = readEventRow(kept?.spec);
  const { cwd: said, session_id: session } = given;
  const tool = readToolRow(kept?.tool);
  // What is left of a book that was spoilt must not be judged as if it were all of it.
  if (!policies?.rows.length || !spec || (tool === null && spec.subject === "tool_name")) return null;
  if (said !== undefined && !(typeof said === "string" && isAbsolute(said))) return null;
  const payload = completePayload(spec, given, {
    sessionId: ids.session,
    cwd,
    newToolUseId: () => `toolu_${ids.make()}`,
  });
  const depth = Number(env.HOOKLINE_DEPTH ?? 0);
  const event: Event = {
    id: ids.event,
    spec,
    payload,
    subject: subject === null ? null : { name: subject, canonical: tool?.name ?? subject },
    tool,
    depth: Number.isInteger(depth) && depth > 0 ? depth : 0,
  };
  const writes: (() => void)[] = [];
  const services: PolicyCall["services"] = {
    home,
    ownPaths: own,
    variable: (variable) => env[variable],
    stateFolder,
    // Of a session that nobody named nothing can be known.
    rehearse: session === undefined,
    judgements: writes,
    later: (write) => writes.push(write),
  };
  const runs: QuietRun[] = [];
  for (const row of policies.rows) {
    const run = runPolicy(once ? roomForOne : room, row, row.fields, {
      event,
      projectDir: project,
      cwd,
      services,
    });
    if (run.end.kind !== "value" || run.end.value !== undefined || run.stdout.bytes > 0) return null;
    runs.push({ row, durationMs: run.durationMs });
  }
  for (const write of writes) write();
  return runs;
}

/** What judges policies at a glance: loaded where there are some. */
export interface JudgeRoom {
  readonly judgeQuietly: typeof judgeQuietly;
}
