import { createEngine, type Engine, type FireOptions, type JsonObject, type Listener } from "../../index.ts";
import type { HookCallback, HookEvent } from "./callbacks.ts";
import { type HookResult, hookResults } from "./hook-results.ts";

/** Fires events and gives what each hook said. */
export interface HookRunner {
  fire(event: string, input: JsonObject, options?: FireOptions): Promise<readonly HookResult[]>;
}

/** The runner of an agent without hooks. */
export const noHooks: HookRunner = Object.freeze({ fire: async () => [] });

/** The runner of an agent with an engine: hooks of its files and of every dialect count. */
export function hookRunner(engine: Pick<Engine, "fire">): HookRunner {
  return { fire: async (event, input, options) => hookResults(await engine.fire(event, input, options)) };
}

/** A group: callbacks and commands for the tools that the matcher fits, with one timeout in seconds (0: none). */
export interface CallbackMatcher<N extends HookEvent> {
  readonly matcher?: string;
  readonly hooks: readonly (HookCallback<N> | JsonObject)[];
  readonly timeout?: number;
}

/** What a runner is made of. */
export interface RunnerConfig {
  readonly hooks?: { readonly [N in HookEvent]?: readonly CallbackMatcher<N>[] };
  /** Told what happens to hooks as it happens; it can neither hold nor break them. */
  readonly emit?: Listener;
  readonly sessionId?: string;
  readonly cwd?: string;
  /** The environment of commands; the process's own by default. */
  readonly env?: { readonly [name: string]: string | undefined };
}

/** Makes a runner that knows these hooks, and no file of the project; `close` ends what still runs. */
export async function createRunner(
  config: RunnerConfig,
): Promise<HookRunner & { readonly engine: Engine; close(): Promise<void> }> {
  const { hooks = {}, emit, sessionId, cwd, env } = config;
  const engine = await createEngine({
    dialects: [],
    ...(sessionId !== undefined && { sessionId }),
    ...(cwd !== undefined && { cwd }),
    ...(env && { env }),
  });
  if (emit) engine.listen(emit);
  try {
    for (const [event, groups] of Object.entries(hooks)) {
      for (const group of groups) engine.register({ dialect: "spec07", event, ...group });
    }
  } catch (error) {
    await engine.close();
    throw error;
  }
  return { ...hookRunner(engine), engine, close: () => engine.close() };
}
