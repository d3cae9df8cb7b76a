import type { Dialect } from "../contract/dialect.ts";
import type { Event } from "../contract/event.ts";
import type { ApprovedHook } from "../contract/hook.ts";
import type { Command, Prestart } from "../contract/process.ts";
import type { Call, Services } from "../contract/runner.ts";
import type { FunctionPlace } from "../runners/function.ts";
import { EngineCommand } from "./engine-command.ts";
import { goOn } from "./go-on.ts";
import type { HandOver } from "./hand-over.ts";
import { outputListener } from "./hear-output.ts";
import type { Presentation } from "./present.ts";
import type { Spawn } from "./spawn-batch.ts";
import { startFolder } from "./start-folder.ts";
import type { EngineState } from "./state.ts";
import { environmentOf, eventVariables, layersOf, servicesFor } from "./surroundings.ts";

/** How many bytes of each stream are kept. */
const cap = 1_048_576;

/** One hook that is about to run. */
export interface Start {
  readonly runId: string;
  /** When it began, by the clock of `performance`. */
  readonly began: number;
  readonly event: Event;
  readonly hook: ApprovedHook;
  readonly dialect: Dialect;
  readonly presentation: Presentation;
  spawn(...given: Parameters<Spawn>): ReturnType<Spawn>;
  readonly signal: AbortSignal;
  readonly background: boolean;
  /** The time it has: its own, or what is left of its group's. */
  readonly deadlineMs: number;
  /** Called when the hook goes on without being waited for. */
  onAsync(): void;
  /** Tells the person something about what the hook was given. */
  note(text: string): void;
}

/** Makes the call that a runner gets: the event in the dialect's shape, the time it has, and the world; `onLimit` is told when that time changes. */
export function callOf(
  state: EngineState,
  start: Start,
  given: HandOver,
  pending: Set<Promise<unknown>>,
  onLimit: (ms: number) => void,
): Call {
  return new EngineCall(state, start, given, pending, onLimit);
}

/**
 * The call of one hook. A class, for its getters: an object with getters of its own has a shape of its own, which the machine keeps
 * for long after the object is gone, and everything with it that the getters can reach.
 */
class EngineCall implements Call {
  readonly #state: EngineState;
  readonly #start: Start;
  readonly #given: HandOver;
  #env: Record<string, string> | null = null;
  readonly event: Event;
  readonly signal: AbortSignal;
  readonly deadlineMs: number;
  readonly projectDir: string;
  readonly cwd: string;
  readonly shell: Call["shell"];
  readonly services: Services;
  readonly note: Call["note"];
  readonly goOn: Call["goOn"];
  // Runners may take these out of the call.
  readonly spawn: Call["spawn"];
  readonly distrust: Call["distrust"];

  constructor(
    state: EngineState,
    start: Start,
    given: HandOver,
    pending: Set<Promise<unknown>>,
    onLimit: (ms: number) => void,
  ) {
    const { event, hook, dialect, presentation, signal, deadlineMs } = start;
    const cwd = startFolder(state, event, hook, dialect);
    const handle: { setDeadline?: (ms: number) => void } = {};
    this.#state = state;
    this.#start = start;
    this.#given = given;
    this.event = event;
    this.signal = signal;
    this.deadlineMs = deadlineMs;
    this.projectDir = state.configuration.projectDir;
    this.cwd = cwd;
    this.shell = dialect.entry.shell;
    this.services = servicesFor(state, dialect);
    // Not assigned as they are made: the machine takes such a function for one that lives for ever, and keeps all that it can reach.
    const note = (text: string) => start.note(text);
    const leave: Call["goOn"] = (timeout) =>
      goOn(state, start, timeout, (ms) => {
        handle.setDeadline?.(ms);
        onLimit(ms);
      });
    const distrust = () => state.trust.distrustNow(hook, cwd);
    const spawn: Call["spawn"] = ({ argv, deadlineMs: ms = deadlineMs, prestart }) => {
      const command = prestart
        ? {
            ...this.#command(argv, ms, handle),
            layers: undefined,
            env: lasting(this.#environment(), prestart),
            prestart,
          }
        : this.#command(argv, ms, handle);
      const facts = start.spawn(command, presentation.bytes, outputListener(state, start, leave));
      pending.add(facts);
      return facts;
    };
    this.note = note;
    this.goOn = leave;
    this.distrust = distrust;
    this.spawn = spawn;
  }

  #command(argv: Command["argv"], deadlineMs: number, handle: NonNullable<Command["handle"]>): EngineCommand {
    const { dialect, background } = this.#start;
    const limits = { deadlineMs, graceMs: dialect.graceMs, cap, background };
    const layers = this.#env === null ? layersOf(this.#state, this.#start, this.#given) : null;
    return new EngineCommand({ argv, cwd: this.cwd }, limits, handle, layers, () => this.#environment());
  }

  // What runs in this process needs none, and to look for secrets in all variables takes a while.
  #environment(): Record<string, string> {
    this.#env ??= environmentOf(this.#state, this.#start, this.#given);
    return this.#env;
  }

  get env(): Call["env"] {
    return this.#environment();
  }

  get variables(): Call["variables"] {
    return eventVariables(this.#state, this.#start, this.#given);
  }

  get payload(): Call["payload"] {
    return this.#start.presentation.payload;
  }

  get line(): Call["line"] {
    return this.#start.presentation.line;
  }

  get bytes(): Call["bytes"] {
    return this.#start.presentation.bytes;
  }
}

/** A process that waits for an event cannot know which one it will be; its payload says so. */
function lasting(env: Record<string, string>, { unfit }: Prestart): Record<string, string> {
  if (unfit !== null) return env;
  const { HOOKLINE_EVENT: _, HOOKLINE_EVENT_ID: __, ...rest } = env;
  return rest;
}

/** What of a call the function of a host gets: next to nothing, since most functions are done sooner than a whole call is made. */
export function functionPlace(state: EngineState, start: Start): FunctionPlace {
  const { event, presentation: shown, signal, deadlineMs, began } = start;
  const { services } = state;
  const leave: Call["goOn"] = (timeout) => goOn(state, start, timeout, () => {});
  return { event, signal, deadlineMs, began, services, shown, goOn: leave };
}
