import { type Asking, type GlancePlace, glance, type JudgeRoom, quietAnswer } from "../glance/index.ts";
import { homeFolder } from "../system/home-folder.ts";
import { stateFolder } from "../system/state-folder.ts";
import { type Caller, ownCaller } from "./caller.ts";
import { fireArguments } from "./fire/arguments.ts";
import { quietLines } from "./fire/quiet-lines.ts";
import { readPayload, readsStdin } from "./fire/read-payload.ts";
import { workingFolder } from "./folder.ts";
import { paintFor } from "./paint.ts";
import { listOption, type VerbOptions } from "./verb.ts";

/** What the engine must be asked, with what was read of stdin already. */
export interface Unanswered {
  readonly stdin: string | undefined;
}

/** The options of a call that a glance can answer. */
const known = new Set(["payload", "tool", "input", "cwd", "json", "quiet", "dialect", "wait", "stdin"]);

/** Answers `hookline fire` at a glance and gives the exit status, where it is known that no hook is for the event, or policies that have nothing to say; everything else is for the engine. */
export function quick(
  argv: readonly string[],
  judge: () => JudgeRoom,
  caller: Caller = ownCaller,
): number | Unanswered {
  // The clock that people use takes longer to load than the whole of this.
  const began = process.hrtime.bigint();
  const elapsedMs = () => Number(process.hrtime.bigint() - began) / 1e6;
  const call = argv[0] === "fire" ? fireArguments(argv.slice(1)) : null;
  const { HOOKLINE_DEBUG: debug } = caller.env;
  if (call?.options.wait !== true || debug === "1") return { stdin: undefined };
  if (Object.keys(call.options).some((name) => !known.has(name))) return { stdin: undefined };
  const stdin = readsStdin(call.options, caller) ? caller.read() : undefined;
  const options = { ...call.options, ...(stdin !== undefined && { stdin }) };
  try {
    return answer(call.event, options, { elapsedMs, judge, once: !caller.lent }, caller) ? 0 : { stdin };
  } catch {
    // Whatever is wrong with the call, the engine's way says it.
    return { stdin };
  }
}

function answer(
  named: string | undefined,
  options: VerbOptions,
  asked: Omit<Asking, "digest">,
  caller: Caller,
): boolean {
  const payload = readPayload(options, caller);
  const { hook_event_name: own } = payload;
  const event = named ?? own;
  if (typeof event !== "string" || (own !== undefined && own !== event)) return false;
  const { env } = caller;
  const home = homeFolder(env);
  const place: GlancePlace = {
    stateFolder: stateFolder(env, home),
    home,
    cwd: workingFolder(options, payload, caller),
    dialects: listOption(options, "dialect") ?? null,
    env,
  };
  const quiet = glance(event, payload, place);
  const decision = quiet && quietAnswer(quiet, payload, place, { ...asked, digest: options.json === true });
  if (!decision) return false;
  if (options.json === true) caller.write(1, `${JSON.stringify(decision)}\n`);
  else if (options.quiet !== true) caller.write(1, quietLines(decision, paintFor(1, caller)));
  return true;
}
