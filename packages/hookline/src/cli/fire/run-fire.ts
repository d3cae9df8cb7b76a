import {
  createEngine,
  type Decision,
  type Dialect,
  type Engine,
  type JsonObject,
  native,
} from "../../index.ts";
import { type DetachedPlace, startDetached } from "../../system/detach.ts";
import { hostForOnce } from "../../system/process/choose-host.ts";
import { keepStdout } from "../../system/standard-streams.ts";
import { followBackground } from "../background.ts";
import { type Caller, ownCaller } from "../caller.ts";
import { workingFolder } from "../folder.ts";
import { readCall } from "../payload.ts";
import { paintFor, renderDecision, renderDiagnostic } from "../render.ts";
import { shownDecision } from "../shown.ts";
import { endOnSignals, endWhenAsked } from "../signals.ts";
import { listOption, textOption, type VerbOptions } from "../verb.ts";
import { answerOnWire, isAsked, leftToAgent, wireFolder, wireMistake, wireOf } from "../wire.ts";
import { beginNotes } from "./quiet-notes.ts";

/** Does what `hookline fire` was called for, and gives the exit status. */
export async function runFire(
  eventArgument: string | undefined,
  options: VerbOptions,
  caller: Caller = ownCaller,
): Promise<number> {
  const wire = wireOf(options);
  // Hooks that are modules run in this process, and whoever called reads an answer and nothing else.
  if (!caller.lent) keepStdout();
  return fireEvent(wire, eventArgument, options, caller).catch((error) => {
    throw wireMistake(wire, error);
  });
}

async function fireEvent(
  wire: Dialect | null,
  eventArgument: string | undefined,
  options: VerbOptions,
  caller: Caller,
): Promise<number> {
  const { event, payload } = await readCall(eventArgument, options, wire ?? native, "fire", caller);
  if (wire && isAsked(event, payload, caller)) return 0;
  const dialects = listOption(options, "dialect");
  const cwd = wire ? wireFolder(wire, options, payload, caller) : workingFolder(options, payload, caller);
  const leave = leftToAgent(wire, options);
  // What holds for a call that reads or runs less than others do must not be kept for those.
  const isPlain = !wire && leave.length === 0 && options.backgroundOnly !== true;
  const notes = isPlain ? beginNotes(caller.env) : null;
  const engine = await createEngine({
    cwd,
    leave,
    env: notes?.env ?? caller.env,
    ...(caller.stock ? { stock: caller.stock } : { host: hostForOnce(caller.env) }),
    trace: "digest",
    ship: false,
    ...(options.trust === true && { trust: "all" }),
    ...(dialects && { dialects }),
  }).catch((error) => {
    notes?.drop();
    throw error;
  });
  notes?.end(engine);
  const ended = caller.lent ? endWhenAsked(engine, caller) : endOnSignals(engine);
  const backgroundLines = followBackground(engine);
  try {
    if (caller.lent && runsInProcess(engine, event, payload)) throw new OwnProcessNeeded();
    // Completed here, so that hooks which are left to another process see the same event.
    const complete = options.wait === false ? engine.preview(event, payload).plan.event.payload : payload;
    const decision = await fireOnce(engine, event, complete, options);
    notes?.keep(engine, complete, decision, { cwd, dialects: dialects ?? null });
    const status = wire
      ? answerOnWire(wire, engine, decision, options, caller)
      : statusOf(engine, decision, options);
    const unsaid = wire ? null : unsaidBy(() => report(engine, decision, complete, options, caller));
    if (options.wait === false) await leaveBackground(decision, complete, options, { cwd, leave, caller });
    else await engine.drain();
    const lines = await backgroundLines();
    if (!wire) for (const line of lines) caller.write(2, `${line}\n`);
    if (unsaid !== null) caller.write(2, `hookline: stdout cannot be written: ${unsaid}\n`);
    return status === 0 && unsaid !== null ? 1 : status;
  } finally {
    await engine.close();
    ended();
    await shipLater(engine, cwd, caller);
  }
}

/** Thrown in a daemon for what only a process of the caller's own can do. */
export class OwnProcessNeeded extends Error {}

/** True if a hook of the event is code that would run in this very process, and see its variables and its folder. */
function runsInProcess(engine: Engine, event: string, payload: JsonObject): boolean {
  if (!engine.hooks.some(({ type }) => type === "module")) return false;
  const { lanes } = engine.preview(event, payload).plan;
  return lanes.some(({ strands }) =>
    strands.some((items) => items.some(({ hook }) => hook.type === "module")),
  );
}

/** Where a process of our own starts: this one's place, or that of whoever asked a daemon. */
function placeOf(caller: Caller): DetachedPlace {
  return caller.lent ? { cwd: caller.cwd(), env: caller.env } : {};
}

/** Lets a process of its own send what was recorded: whoever asked does not wait for anybody's server. */
async function shipLater({ audit }: Engine, cwd: string, caller: Caller): Promise<void> {
  if (!audit?.settings.destinations.length) return;
  const args = ["audit", "ship", "--when-due", "--quiet", "--cwd", cwd];
  await startDetached([process.execPath, process.argv[1] ?? "", ...args], "", placeOf(caller));
}

async function fireOnce(
  engine: Engine,
  event: string,
  payload: JsonObject,
  options: VerbOptions,
): Promise<Decision> {
  const only =
    options.backgroundOnly === true ? "background" : options.wait === false ? "foreground" : undefined;
  const eventId = textOption(options, "eventId");
  const decision = await engine.fire(event, payload, { ...(only && { only }), ...(eventId && { eventId }) });
  if (options.all !== true) return decision;
  const { unmatched } = engine.preview(event, payload);
  const skipped = unmatched.map(({ id, source, dialect, matcher }) => {
    return { hook: id, source: source.text, dialect, why: `matcher: ${matcher.meaning}` };
  });
  return { ...decision, skipped: [...decision.skipped, ...skipped] };
}

function report(
  engine: Engine,
  decision: Decision,
  payload: JsonObject,
  options: VerbOptions,
  caller: Caller,
): void {
  if (options.backgroundOnly === true) return;
  for (const diagnostic of engine.diagnostics)
    caller.write(2, `${renderDiagnostic(diagnostic, caller.env)}\n`);
  if (options.json === true) caller.write(1, `${native.encode(decision).stdout}\n`);
  else if (options.quiet !== true) {
    const shown = shownDecision(decision, engine.redactor.about(payload));
    caller.write(1, renderDecision(shown, paintFor(1, caller), options.verbose === true));
  }
}

/** Why not all could be written, such as a full disk: that must not change what was decided; null if all was. */
function unsaidBy(say: () => void): string | null {
  try {
    say();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function statusOf(engine: Engine, decision: Decision, options: VerbOptions): number {
  const { exitCode } = native.encode(decision);
  const strict = options.strict === true && engine.diagnostics.some(({ severity }) => severity !== "info");
  return exitCode === 0 && (engine.mustFail || strict) ? 1 : exitCode;
}

/** Hands the hooks that nobody waits for to a process of their own, in which their deadlines hold. */
async function leaveBackground(
  decision: Decision,
  payload: JsonObject,
  options: VerbOptions,
  {
    cwd,
    leave,
    caller,
  }: { readonly cwd: string; readonly leave: readonly string[]; readonly caller: Caller },
): Promise<void> {
  if (!decision.runs.some(({ status }) => status === "background")) return;
  const args = [
    "fire",
    decision.event,
    "--payload",
    "-",
    "--background-only",
    "--event-id",
    decision.eventId,
  ];
  if (options.trust === true) args.push("--trust");
  for (const dialect of listOption(options, "dialect") ?? []) args.push("--dialect", dialect);
  for (const name of leave) args.push("--leave", name);
  args.push("--cwd", cwd);
  await startDetached(
    [process.execPath, process.argv[1] ?? "", ...args],
    JSON.stringify(payload),
    placeOf(caller),
  );
}
