import { approvedText } from "../config/trust/approved-texts.ts";
import { openTrustStore, type TrustStore } from "../config/trust/trust-store.ts";
import type { Hook } from "../contract/hook.ts";
import type { KnownApproval } from "../contract/trust.ts";
import { realPath } from "../system/local-files.ts";
import type { EngineState } from "./state.ts";

/** Writes approvals of hooks, as they and their files are now, to the user's store. */
export async function approveHooks(state: EngineState, hooks: readonly Hook[]): Promise<void> {
  await storeOf(state).approve(hooks.map((hook) => state.trust.approvalOf(hook)));
}

/** The ids of the hooks with approvals in this project, also of those that are not configured any more. */
export function approvedHooks(state: EngineState): readonly string[] {
  return [...new Set(knownApprovals(state).map(({ hook }) => hook))];
}

/** What was approved in this project, the last one last. */
export function knownApprovals(state: EngineState): readonly KnownApproval[] {
  const approvals = storeOf(state).approvalsOf(realPath(state.configuration.projectDir));
  return approvals.map(({ hook, source, at, entry, files }) => ({
    hook,
    source,
    at,
    entry,
    files: files.map(({ path, digest }) => ({
      path,
      digest,
      text: () => approvedText(state.stateFolder, digest),
    })),
  }));
}

/** Takes back every approval of hooks with this id in this project, or of all, also of those that are not configured any more; gives how many. */
export function revokeHooks(state: EngineState, id?: string): Promise<number> {
  const project = realPath(state.configuration.projectDir);
  return storeOf(state).revoke(
    (approval) => approval.project === project && (id === undefined || approval.hook === id),
  );
}

/** Why no approval counts, and what to do about it; null if the store is as it should be. */
export function trustProblem(state: EngineState): { readonly why: string; readonly mend: string } | null {
  return storeOf(state).problem();
}

function storeOf({ stateFolder, configuration, home }: EngineState): TrustStore {
  return openTrustStore(stateFolder, { projectDir: configuration.projectDir, home });
}
