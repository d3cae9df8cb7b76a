import type { Command, EnvironmentLayers } from "../contract/process.ts";

/** How much a command may take. */
export type CommandLimits = Pick<Command, "deadlineMs" | "graceMs" | "cap" | "background">;

/**
 * A command of a hook. Its environment is put together only for a host that asks for it: there are many variables, and nearly all of them
 * are the same for each event.
 */
export class EngineCommand implements Command {
  readonly argv: Command["argv"];
  readonly layers: EnvironmentLayers | undefined;
  readonly cwd: string;
  readonly deadlineMs: number;
  readonly graceMs: number;
  readonly cap: number;
  readonly background: boolean;
  readonly handle: NonNullable<Command["handle"]>;
  payload = 0;
  readonly #makeEnv: () => Command["env"];
  #env: Command["env"] | null = null;

  constructor(
    { argv, cwd }: Pick<Command, "argv" | "cwd">,
    limits: CommandLimits,
    handle: NonNullable<Command["handle"]>,
    layers: EnvironmentLayers | null,
    makeEnv: () => Command["env"],
  ) {
    this.argv = argv;
    this.cwd = cwd;
    this.deadlineMs = limits.deadlineMs;
    this.graceMs = limits.graceMs;
    this.cap = limits.cap;
    this.background = limits.background;
    this.handle = handle;
    this.layers = layers ?? undefined;
    this.#makeEnv = makeEnv;
  }

  get env(): Command["env"] {
    this.#env ??= this.#makeEnv();
    return this.#env;
  }
}
