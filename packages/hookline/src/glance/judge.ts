import { isAbsolute } from "node:path";
import type { Event } from "../contract/event.ts";
import type { JsonObject } from "../contract/json.ts";
import { createCatalog } from "../events/catalog.ts";
import { completePayload, subjectOf } from "../events/complete.ts";
import * as room from "../policy/index.ts";
import type { PolicyCall } from "../runners/policy-call.ts";
import { runPolicy } from "../runners/policy-run.ts";
import { uuidv7 } from "../system/identifiers.ts";
import type { GlancePlace, QuietEvent } from "./glance.ts";
import { readPolicies } from "./policies.ts";
import type { QuietRun } from "./quiet-run.ts";

/** Judges the policies that are all that an event meets; null if one of them has anything to say, or could not be judged: that is for an engine. */
export function judgeQuietly(
  { name, project, policies: kept, own }: QuietEvent,
  given: JsonObject,
  { stateFolder, home, cwd, env }: GlancePlace,
  ids: { readonly event: string; readonly session: string },
): readonly QuietRun[] | null {
  const policies = readPolicies(kept ?? undefined);
  const catalog = createCatalog();
  const spec = catalog.event(name);
  const { cwd: said } = given;
  if (!policies || !spec || (said !== undefined && !(typeof said === "string" && isAbsolute(said))))
    return null;
  const payload = completePayload(spec, given, {
    sessionId: ids.session,
    cwd,
    newToolUseId: () => `toolu_${uuidv7()}`,
  });
  const { tool_name: tool } = payload;
  const depth = Number(env.HOOKLINE_DEPTH ?? 0);
  const event: Event = {
    id: ids.event,
    spec,
    payload,
    subject: subjectOf(spec, given, catalog),
    tool: typeof tool === "string" ? catalog.tool(tool) : null,
    depth: Number.isInteger(depth) && depth > 0 ? depth : 0,
  };
  const writes: (() => void)[] = [];
  const services: PolicyCall["services"] = {
    home,
    ownPaths: own,
    variable: (variable) => env[variable],
    stateFolder,
    judgements: writes,
    later: (write) => writes.push(write),
  };
  const runs: QuietRun[] = [];
  for (const row of policies.rows) {
    const run = runPolicy(room, row, row.fields, { event, projectDir: project, cwd, services });
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
