import { isObject, jsonCopy } from "../../contract/json.ts";
import {
  allDialects,
  createEngine,
  type Engine,
  type EngineOptions,
  type FireOptions,
  HooklineError,
  type JsonObject,
} from "../../index.ts";
import type {
  HookContext,
  HookDefinition,
  HookEvent,
  HookResult,
  HooksConfig,
  Settings,
} from "./definitions.ts";
import { displayHooks } from "./display.ts";
import { isSame, type ListedHook, listHooks, registrationOf } from "./hook-list.ts";
import { hooksTable } from "./hooks-table.ts";
import { resultsOf } from "./results.ts";

/** What a host may choose beside its hooks: everything that an engine takes, and where to show hooks that run. */
export interface HooksManagerOptions extends Omit<EngineOptions, "dialects" | "trust"> {
  /** Takes the lines that are shown while hooks run. */
  readonly write?: (line: string) => void;
}

/** GenCode's hooks around one agent, with the methods of its document; the hooks are the host's own, so all of them are trusted. */
export class HooksManager {
  readonly #options: HooksManagerOptions;
  readonly #hooks: (ListedHook & { remove?: () => void })[] = [];
  /** What is wrong with hooks, until somebody was told. */
  readonly #problems: string[] = [];
  #engine: Promise<Engine> | null = null;
  #closed = false;

  constructor(config: HooksConfig = {}, options: HooksManagerOptions = {}) {
    this.#options = options;
    this.loadFromSettings({ hooks: config });
  }

  /** Adds the hooks of settings to those that are there; one that is there already stays once. */
  loadFromSettings(settings: Settings): void {
    for (const listed of listHooks(settings)) {
      if (!this.#hooks.some((known) => isSame(known, listed))) this.#hooks.push(listed);
    }
  }

  /** Runs the hooks of an event; one result for each. Rejects for a context that is no event. */
  async trigger(event: HookEvent, context: HookContext, options: FireOptions = {}): Promise<HookResult[]> {
    const engine = await this.#ready();
    const payload = payloadOf(event, context);
    const { write } = this.#options;
    const decision = write
      ? await displayHooks(engine, event, payload, options, write)
      : await engine.fire(event, payload, options);
    const broken = this.#problems.splice(0).map((error) => ({ success: false, error }));
    return [...broken, ...resultsOf(decision)];
  }

  /** True if an event has hooks. */
  hasHooks(event: HookEvent): boolean {
    return this.#hooks.some((listed) => listed.event === event);
  }

  /** The hooks of an event, in the order in which they were added. */
  getHooks(event: HookEvent): HookDefinition[] {
    return this.#hooks.filter((listed) => listed.event === event).map(({ hook }) => ({ ...hook }));
  }

  /** Adds a hook. */
  addHook(event: HookEvent, hook: HookDefinition): void {
    this.#hooks.push({ event, hook: { ...hook }, grouped: false });
  }

  /** Removes the hook at this place among those of its event; without one there, nothing happens. */
  removeHook(event: HookEvent, index: number): void {
    const listed = this.#hooks.filter((one) => one.event === event)[index];
    if (!listed) return;
    this.#hooks.splice(this.#hooks.indexOf(listed), 1);
    listed.remove?.();
  }

  /** What GenCode's `/hooks` shows: a table of the active hooks. */
  async status(): Promise<string> {
    const engine = await this.#ready();
    return hooksTable(engine.hooks);
  }

  /** Waits for the hooks that nobody waits for. */
  async drain(): Promise<void> {
    await (await this.#engine)?.drain();
  }

  /** Stops everything; when it resolves, nothing of these hooks is left. */
  async close(): Promise<void> {
    this.#closed = true;
    await (await this.#engine)?.close();
  }

  /** The engine with all hooks registered; one that it refuses is told with the next results, and the others work. */
  async #ready(): Promise<Engine> {
    if (this.#closed) throw new HooklineError("engine-closed", "the manager was closed; make a new one");
    const { write: _write, ...options } = this.#options;
    this.#engine ??= createEngine({ ...options, dialects: [], trust: "all" });
    const engine = await this.#engine;
    for (const listed of this.#hooks) {
      if (listed.remove) continue;
      listed.remove = () => {};
      try {
        listed.remove = engine.register(registrationOf(listed));
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        this.#problems.push(`${listed.event}: ${text}`);
      }
    }
    return engine;
  }
}

/** GenCode's words for an event → the payload that the engine takes. */
function payloadOf(event: HookEvent, context: HookContext): JsonObject {
  if (context.event !== undefined && context.event !== event) {
    throw new HooklineError("invalid-payload", `the event is ${event} and the context says ${context.event}`);
  }
  const { toolResult } = context;
  const result = toolResult === undefined ? {} : { toolResult: jsonCopy(toolResult) ?? String(toolResult) };
  const given = jsonCopy({ ...context, event, ...result });
  const gencode = allDialects.find(({ name }) => name === "gencode");
  if (!isObject(given) || !gencode) {
    throw new HooklineError("invalid-payload", `the context of ${event} cannot be written as JSON`);
  }
  const ofTools = event.includes("ToolUse") ? { toolName: "", toolInput: {} } : {};
  return gencode.decode({ ...ofTools, ...given }).payload;
}
