import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { JsonObject } from "../../contract/json.ts";
import { noteQuiet, type Policies, policiesOf, type QuietFinding } from "../../glance/index.ts";
import { allDialects, type Decision, type Engine, type Hook } from "../../index.ts";
import { noteLook, watchLooks } from "../../system/looks.ts";

type Environment = { readonly [name: string]: string | undefined };

/** Notes on everything that an engine looks at while it reads the hook files. */
export interface QuietNotes {
  /** The same variables; who asks for one is noted. */
  readonly env: Environment;
  /** The engine has read its files: what it looks at from now on is not noted. */
  end(engine: Engine): void;
  /** There is no engine after all. */
  drop(): void;
  /** Keeps that no hook is for an event, or policies that said nothing, so that the next call needs no engine; where there is more to say, nothing is kept. */
  keep(
    engine: Engine,
    payload: JsonObject,
    decision: Decision,
    place: { readonly cwd: string; readonly dialects: readonly string[] | null },
  ): void;
}

/** Begins to note what an engine that is made next looks at. */
export function beginNotes(processEnv: Environment): QuietNotes {
  const began = Date.now();
  const { looks, end } = watchLooks();
  const variables = new Map<string, string | undefined>();
  let noting = true;
  let listed = false;
  const env = new Proxy(processEnv, {
    get(target, name) {
      if (noting && typeof name === "string") variables.set(name, target[name]);
      return Reflect.get(target, name);
    },
    ownKeys(target) {
      listed ||= noting;
      return Reflect.ownKeys(target);
    },
  });
  return {
    env,
    end({ stateFolder }) {
      // Another build may know other rules.
      noteLook(fileURLToPath(import.meta.url), "whole");
      // What says that every event is to be written down.
      noteLook(join(stateFolder, "recording.json"), "whole");
      noting = false;
      end();
    },
    drop: end,
    keep(engine, payload, decision, place) {
      if (listed || !isQuiet(engine, decision)) return;
      const { plan } = engine.preview(decision.event, payload);
      const { event } = plan;
      const policies = policiesOf(plan);
      if (!policies || policies.rows.length !== decision.runs.length) return;
      // What is kept of a tool is kept by the subject.
      if (event.tool && event.spec.subject !== "tool_name") return;
      const policyLooks = policies.rows.length > 0 ? lookAtPolicies(engine, policies) : nothing;
      if (!policyLooks) return;
      // Whoever records wants every event.
      if (engine.recording().inForce.length > 0) return;
      const { subject } = event;
      const { stateFolder, projectDir: project, hooks, digest: configuration, redactor } = engine;
      const name = subject?.name ?? "";
      // What may be secret is written nowhere.
      const values = [...variables.values()].flatMap((value) => value ?? []);
      const texts = [name, project, place.cwd, JSON.stringify(policies), ...Object.keys(payload), ...values];
      if (texts.some((text) => redactor.text(text) !== text)) return;
      const until = hooks.some(expires) ? endOfDay() : null;
      // Which day it is depends on where the machine is.
      if (until !== null) variables.set("TZ", processEnv.TZ);
      const own = [stateFolder, ...engine.files.map(({ path }) => path)];
      const found = { ...place, stateFolder, project, configuration, hooks: hooks.length, own, policies };
      const seen = { tool: event.tool, looks, policyLooks, variables, until };
      noteQuiet({ ...found, ...seen, spec: event.spec, payload, subject: name }, began);
    },
  };
}

/** True for a policy with rules that end one day: on the next one there is something to say about the hook files. */
function expires({ type, fields }: Hook): boolean {
  return type === "policy" && JSON.stringify(fields).includes('"expires"');
}

function endOfDay(now = new Date()): number {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1).getTime();
}

const nothing: QuietFinding["policyLooks"] = new Map();

/** What policies depend on that may change while the hook files do not: pauses, and what is known of broken hooks; null if there is something. */
function lookAtPolicies(engine: Engine, { rows }: Policies): QuietFinding["policyLooks"] | null {
  const { looks, end } = watchLooks();
  noteLook(join(engine.stateFolder, "pause.json"), "whole");
  const broken = engine.health().filter(({ recoveredAt }) => recoveredAt === null);
  end();
  // Of a very long id only the beginning is written down.
  const isBroken = rows.some((row) => broken.some(({ hook }) => row.hook.startsWith(hook)));
  return isBroken || engine.pause().inForce.length > 0 ? null : looks;
}

/** Events on which an engine does something even if no hook is for them. */
const busy = new Set(allDialects.map(({ envFile }) => envFile?.endedBy));

/** True if nothing was done for an event, and nothing is to be said about the hook files. */
function isQuiet({ diagnostics, mustFail, audit, hooks }: Engine, decision: Decision): boolean {
  // What a session uses decides on hooks that hold only then.
  if (busy.has(decision.event) || hooks.some(({ scope }) => scope?.of === "skill")) return false;
  const { verdict, runs, skipped, messages, context, effects } = decision;
  const loud = runs.filter((run) => run.status !== "ok" || run.verdict !== "pass" || run.stdout !== "");
  const said = [diagnostics, loud, skipped, messages, context, Object.keys(effects)];
  return verdict === "pass" && !mustFail && audit === null && said.every(({ length }) => length === 0);
}
