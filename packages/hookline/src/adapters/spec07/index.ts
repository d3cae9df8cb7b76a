/** Spec 07: its runner, and what its permission checker and loop read of a decision. */
export type {
  AsyncHookOutput,
  HookCallback,
  HookEvent,
  HookInput,
  HookOutput,
  SyncHookOutput,
} from "./callbacks.ts";
export { goesOn, type HookResult, hookResults, type PermissionResult, permissionOf } from "./hook-results.ts";
export {
  type CallbackMatcher,
  createRunner,
  type HookRunner,
  hookRunner,
  noHooks,
  type RunnerConfig,
} from "./hook-runner.ts";
export { permissionChecker } from "./permission-checker.ts";
