import {
  createEngine,
  type Decision,
  type Dialect,
  type Engine,
  type JsonObject,
  native,
} from "../../index.ts";
import { startDetached } from "../../system/detach.ts";
import { hostForOnce } from "../../system/process/choose-host.ts";
import { keepStdout, writeWhole } from "../../system/standard-streams.ts";
import { followBackground } from "../background.ts";
import { workingFolder } from "../folder.ts";
import { readCall } from "../payload.ts";
import { paintFor, renderDecision, renderDiagnostic } from "../render.ts";
import { shownDecision } from "../shown.ts";
import { endOnSignals } from "../signals.ts";
import { listOption, textOption, type VerbOptions } from "../verb.ts";
import { answerOnWire, isAsked, leftToAgent, wireFolder, wireMistake, wireOf } from "../wire.ts";
import { beginNotes } from "./quiet-notes.ts";

/** Does what `hookline fire` was called for, and gives the exit status. */
export async function runFire(eventArgument: string | undefined, options: VerbOptions): Promise<number> {
  const wire = wireOf(options);
  // Hooks that are modules run in this process, and whoever called reads an answer and nothing else.
  keepStdout();
  return fireEvent(wire, eventArgument, options).catch((error) => {
    throw wireMistake(wire, error);
  });
}

async function fireEvent(
  wire: Dialect | null,
  eventArgument: string | undefined,
  options: VerbOptions,
): Promise<number> {
  const { event, payload } = await readCall(eventArgument, options, wire ?? native);
  if (wire && isAsked(event, payload)) return 0;
  const dialects = listOption(options, "dialect");
  const cwd = wire ? wireFolder(wire, options, payload) : workingFolder(options, payload);
  const leave = leftToAgent(wire, options);
  // What holds for a call that reads or runs less than others do must not be kept for those.
  const isPlain = !wire && leave.length === 0 && options.backgroundOnly !== true;
  const notes = isPlain ? beginNotes(process.env) : null;
  const engine = await createEngine({
    cwd,
    leave,
    ...(notes && { env: notes.env }),
    host: hostForOnce(process.env),
    trace: "digest",
    ship: false,
    ...(options.trust === true && { trust: "all" }),
    ...(dialects && { dialects }),
  });
  notes?.end(engine);
  const ended = endOnSignals(engine);
  const backgroundLines = followBackground(engine);
  try {
    // Completed here, so that hooks which are left to another process see the same event.
    const complete = options.wait === false ? engine.preview(event, payload).plan.event.payload : payload;
    const decision = await fireOnce(engine, event, complete, options);
    notes?.keep(engine, complete, decision, { cwd, dialects: dialects ?? null });
    const status = wire ? answerOnWire(wire, engine, decision, options) : statusOf(engine, decision, options);
    if (!wire) report(engine, decision, complete, options);
    if (options.wait === false) await leaveBackground(decision, complete, options, { cwd, leave });
    else await engine.drain();
    const lines = await backgroundLines();
    if (!wire) for (const line of lines) writeWhole(2, `${line}\n`);
    return status;
  } finally {
    await engine.close();
    ended();
    await shipLater(engine, cwd);
  }
}

/** Lets a process of its own send what was recorded: whoever asked does not wait for anybody's server. */
async function shipLater({ audit }: Engine, cwd: string): Promise<void> {
  if (!audit?.settings.destinations.length) return;
  const args = ["audit", "ship", "--when-due", "--quiet", "--cwd", cwd];
  await startDetached([process.execPath, process.argv[1] ?? "", ...args], "");
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

function report(engine: Engine, decision: Decision, payload: JsonObject, options: VerbOptions): void {
  if (options.backgroundOnly === true) return;
  for (const diagnostic of engine.diagnostics) writeWhole(2, `${renderDiagnostic(diagnostic)}\n`);
  if (options.json === true) writeWhole(1, `${native.encode(decision).stdout}\n`);
  else if (options.quiet !== true) {
    const shown = shownDecision(decision, engine.redactor.about(payload));
    writeWhole(1, renderDecision(shown, paintFor(1), options.verbose === true));
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
  { cwd, leave }: { readonly cwd: string; readonly leave: readonly string[] },
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
  await startDetached([process.execPath, process.argv[1] ?? "", ...args], JSON.stringify(payload));
}
