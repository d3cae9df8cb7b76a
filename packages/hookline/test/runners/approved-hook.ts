import type { ApprovedHook, Hook } from "../../src/contract/hook.ts";

/** A hook that may run, with whatever is given instead of its plain values. */
export function approvedHook(given: Partial<Hook> = {}): ApprovedHook {
  const hook: Hook = {
    id: "under-test",
    event: "PreToolUse",
    dialect: "native",
    type: "function",
    source: { layer: "user", file: "/home/ada/.config/hookline/hooks.json", text: "~/hooks.json:1:1" },
    description: "",
    matcher: { pattern: null, meaning: "every tool", test: () => true },
    if: null,
    when: null,
    disabled: null,
    timeoutMs: 5_000,
    onFailure: "continue",
    mode: "enforce",
    background: false,
    rewake: false,
    once: false,
    statusMessage: "",
    group: 0,
    sequential: false,
    env: {},
    passEnv: [],
    environment: "whole",
    cwd: null,
    fields: {},
    identity: "under-test",
    entry: {},
    ...given,
  };
  // Only `plan` approves hooks; a runner's test stands in for it, here and nowhere else.
  return hook as ApprovedHook;
}
