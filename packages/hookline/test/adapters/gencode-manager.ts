import { readFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import {
  type HookContext,
  type HookDefinition,
  type HookEvent,
  type HooksConfig,
  HooksManager,
  type HooksManagerOptions,
} from "../../src/adapters/gencode/index.ts";
import { type Scratch, scratch } from "../engine/scratch.ts";

/** A command hook. */
export const command = (line: string, more: Partial<HookDefinition> = {}): HookDefinition => ({
  type: "command",
  command: line,
  ...more,
});

/** A manager in a scratch project, closed when the test ends. */
export function managed(config: HooksConfig, options: HooksManagerOptions = {}) {
  const place: Scratch = scratch();
  const { env, project: cwd, system: systemRoot } = place;
  const manager = new HooksManager(config, { env, cwd, systemRoot, ...options });
  onTestFinished(() => manager.close());
  const trigger = (event: HookEvent, more: Partial<HookContext> = {}) =>
    manager.trigger(event, { event, sessionId: "s-1", cwd, ...more });
  const read = (path: string) => readFileSync(join(cwd, path), "utf8");
  return { place, manager, trigger, read };
}

/** What GenCode knows of a write. */
export const write = { toolName: "Write", toolInput: { file_path: "src/a.ts" } };
