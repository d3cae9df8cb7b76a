import { isAbsolute, resolve } from "node:path";
import type { JsonObject } from "../contract/json.ts";
import { allDialects, type Decision, type Dialect, type Engine, native } from "../index.ts";
import { type Caller, ownCaller } from "./caller.ts";
import { workingFolder } from "./folder.ts";
import { renderDiagnostic } from "./render.ts";
import { listOption, textOption, UsageError, type VerbOptions } from "./verb.ts";

/** Options that ask for something else than the agent's own words. */
const elsewhere = ["tool", "input", "json", "all", "strict"];

/** The agent in whose language `hookline fire` reads and answers; null if in Hookline's own. */
export function wireOf(options: VerbOptions): Dialect | null {
  const name = textOption(options, "wire");
  if (name === undefined) return null;
  const dialect = allDialects.find((one) => one.name === name);
  if (!dialect) {
    const known = allDialects.map((one) => one.name).join(", ");
    throw new UsageError(`--wire ${name}: there is no such dialect; known are: ${known}`);
  }
  const odd = elsewhere.find((option) => options[option] !== undefined && options[option] !== false);
  if (odd !== undefined) throw new UsageError(`--wire answers as the agent expects it: leave out --${odd}`);
  return dialect;
}

/** A mistake of ours as the agent must hear it: where every other exit status blocks, as a command that was not found. */
export function wireMistake(wire: Dialect | null, error: unknown): unknown {
  if (wire?.blockingExit !== "nonzero" || !(error instanceof Error)) return error;
  return new UsageError(error.message, 127);
}

/** Dialects whose files are not read, because the agent runs their hooks itself: with this one among them, each would run twice. */
export function leftToAgent(wire: Dialect | null, options: VerbOptions): readonly string[] {
  // Hookline's own files are run by nobody else.
  const left = listOption(options, "leave") ?? (wire && wire !== native ? [wire.name] : []);
  const asked = listOption(options, "dialect") ?? [];
  return left.filter((name) => !asked.includes(name));
}

/** Where the project is looked for from: an agent that has left its project in a command has not changed it. */
export function wireFolder(
  wire: Dialect,
  options: VerbOptions,
  payload: JsonObject,
  caller: Caller = ownCaller,
): string {
  const { project } = wire.variables;
  const folder = project === undefined ? undefined : caller.env[project];
  if (options.cwd !== undefined || !folder) return workingFolder(options, payload, caller);
  return isAbsolute(folder) ? resolve(folder) : resolve(caller.cwd(), folder);
}

/** True if Hookline itself runs this call as a hook of the same event: it runs all other hooks of the event already. */
export function isAsked(
  event: string,
  { session_id: session }: JsonObject,
  { env }: Caller = ownCaller,
): boolean {
  const { HOOKLINE_DEPTH: depth, HOOKLINE_EVENT: outer, HOOKLINE_SESSION_ID: outerSession } = env;
  return Number(depth) > 0 && outer === event && session !== undefined && outerSession === session;
}

/** Answers in the agent's language and gives the exit status; nothing else goes to stdout. */
export function answerOnWire(
  wire: Dialect,
  engine: Engine,
  decision: Decision,
  options: VerbOptions,
  caller: Caller = ownCaller,
): number {
  if (options.verbose === true) {
    for (const diagnostic of engine.diagnostics)
      caller.write(2, `${renderDiagnostic(diagnostic, caller.env)}\n`);
  }
  const { stdout, stderr = "", exitCode } = wire.encode(withBrokenFiles(engine, decision, caller));
  if (stdout !== "") caller.write(1, stdout.endsWith("\n") ? stdout : `${stdout}\n`);
  if (stderr !== "") caller.write(2, stderr.endsWith("\n") ? stderr : `${stderr}\n`);
  return exitCode;
}

/** A guard that is missing because its file is broken is told to the person: nobody reads the exit status of a hook. */
function withBrokenFiles(engine: Engine, decision: Decision, { env }: Caller): Decision {
  const [first, ...others] = engine.diagnostics.filter(({ severity }) => severity === "error");
  if (!engine.mustFail || !first) return decision;
  const more = others.length === 0 ? "" : ` (and ${others.length} more)`;
  const text = `hookline: ${renderDiagnostic(first, env)}${more}`;
  return { ...decision, messages: [...decision.messages, { level: "error", text, hook: "" }] };
}
