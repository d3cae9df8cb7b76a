/** Code-Forge's own doors to Hookline: reading and writing its hook files, and hooks to begin with. */
export { globalHooksFile, loadHooks, projectHooksFile, saveHooks } from "./hook-file.ts";
export type { ForgeHook } from "./hook-text.ts";
export { auditLog, blockSudo, defaultHooks, desktopNotification, gitAutoCommit } from "./templates.ts";
