import type { Configuration } from "../config/load.ts";
import { createTrust, type Trust } from "../config/trust/trust.ts";
import { openTrustStore } from "../config/trust/trust-store.ts";
import type { Hook } from "../contract/hook.ts";
import { destinationCheck } from "./destination-check.ts";
import { givenFile } from "./given-file.ts";
import type { EngineState } from "./state.ts";

/** What of an engine there is before its hook files are read. */
export type StateBase = Pick<
  EngineState,
  | "options"
  | "cwd"
  | "home"
  | "env"
  | "stateFolder"
  | "catalog"
  | "dialects"
  | "allDialects"
  | "runners"
  | "onLimit"
>;

/** What hook files are looked for and judged by. */
export function loadRequest(base: StateBase) {
  const { cwd, env, home, catalog, runners, dialects, options, onLimit } = base;
  const { systemRoot = "/", leave: left = [], hookFile } = options;
  return {
    cwd,
    env,
    home,
    systemRoot,
    catalog,
    runners,
    dialects,
    left,
    onLimit,
    instead: hookFile ? givenFile(hookFile, cwd) : null,
    destinations: destinationCheck,
  };
}

/** Whom the hooks of a configuration are trusted by. */
export function trustFor(base: StateBase, { projectDir }: Configuration): Trust {
  const { options, home, env, runners, allDialects } = base;
  const { trust = "store" } = options;
  const rule = trust === "store" ? openTrustStore(base.stateFolder, { projectDir, home }) : trust;
  const runnerOf = (hook: Hook) => runners.get(hook.type);
  const shellOf = (hook: Hook) => allDialects.find(({ name }) => name === hook.dialect)?.entry.shell;
  return createTrust(rule, { projectDir, home, path: env.PATH ?? "", runnerOf, shellOf });
}
