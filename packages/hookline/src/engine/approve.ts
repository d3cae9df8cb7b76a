import { openTrustStore } from "../config/trust/trust-store.ts";
import type { Hook } from "../contract/hook.ts";
import type { EngineState } from "./state.ts";

/** Writes approvals of hooks, as they and their files are now, to the user's store. */
export async function approveHooks(state: EngineState, hooks: readonly Hook[]): Promise<void> {
  const project = state.configuration.projectDir;
  const approvals = hooks.map((hook) => {
    return { digest: state.trust.digestOf(hook), hook: hook.id, source: hook.source.text, project };
  });
  await openTrustStore(state.stateFolder).approve(approvals);
}
