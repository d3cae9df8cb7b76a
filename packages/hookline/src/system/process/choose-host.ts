import type { ProcessHost } from "../../contract/process.ts";
import { createHelperHost } from "./helper/helper-host.ts";
import type { HelperProgram } from "./helper/link.ts";
import { nativeProgram } from "./helper/native-program.ts";
import { poolProgram } from "./helper/pool-program.ts";
import { createDirectHost } from "./process-host.ts";

/** The ways to run commands: in a native helper, in one of Node with warm shells, or from this process. */
export const spawnKinds = ["native", "pool", "direct"] as const;

/** One of these ways. */
export type SpawnKind = (typeof spawnKinds)[number];

/** A way to run commands, and a sentence that says why it was chosen. */
export interface SpawnChoice {
  readonly kind: SpawnKind;
  readonly why: string;
  readonly program: HelperProgram | null;
  /** Whether somebody asked for it by `HOOKLINE_SPAWN`. */
  readonly forced: boolean;
}

/** A small program starts in two milliseconds, so the first batch is reason enough; Node takes fifty, and memory. */
const startAfter = { native: 1, pool: 3, direct: 0 } as const;

/** A process whose environment is empty cannot be told from one that is just being started, and would be looked at twice. */
const helperEnvironment = { HOOKLINE_HELPER: "1" };

/** Chooses how commands are run: as `HOOKLINE_SPAWN` says, else the fastest way that is there. */
export function chooseSpawn(env: { readonly [name: string]: string | undefined }): SpawnChoice {
  const { HOOKLINE_SPAWN: asked } = env;
  const wish = spawnKinds.find((kind) => kind === asked);
  if (asked && !wish) {
    const chosen = automatic();
    return {
      ...chosen,
      why: `HOOKLINE_SPAWN is "${asked}", not one of ${spawnKinds.join(", ")}; ${chosen.why}`,
    };
  }
  if (!wish) return automatic();
  if (wish === "direct")
    return { kind: wish, why: "HOOKLINE_SPAWN asks for it", program: null, forced: true };
  const found = programOf(wish);
  if ("problem" in found) {
    const chosen = automatic();
    return { ...chosen, why: `HOOKLINE_SPAWN asks for ${wish}, but ${found.problem}; ${chosen.why}` };
  }
  return { kind: wish, why: "HOOKLINE_SPAWN asks for it", program: found, forced: true };
}

/** The host for a choice; without `prestarts` no process waits for an event. */
export function hostFor({ kind, program, forced }: SpawnChoice, prestarts = true): ProcessHost {
  const direct = createDirectHost({ prestarts });
  if (!program) return direct;
  return createHelperHost({ program, direct, startAfter: startAfter[kind], forced });
}

/** The host for a process that fires once: a helper would be started for nothing, unless somebody asks for one. */
export function hostForOnce(env: { readonly [name: string]: string | undefined }): ProcessHost {
  return env.HOOKLINE_SPAWN ? hostFor(chooseSpawn(env), false) : createDirectHost({ prestarts: false });
}

function automatic(): SpawnChoice {
  const forced = false;
  if (process.platform !== "linux")
    return { kind: "direct", why: "helpers are used on Linux only", program: null, forced };
  const native = programOf("native");
  if (!("problem" in native))
    return { kind: "native", why: "the native helper is there", program: native, forced };
  const pool = programOf("pool");
  if (!("problem" in pool)) return { kind: "pool", why: native.problem, program: pool, forced };
  return { kind: "direct", why: `${native.problem}; ${pool.problem}`, program: null, forced };
}

function programOf(kind: "native" | "pool"): HelperProgram | { readonly problem: string } {
  if (kind === "pool") return poolProgram();
  const found = nativeProgram("spawn-helper");
  return "problem" in found ? found : { argv: [found.path], env: helperEnvironment };
}
