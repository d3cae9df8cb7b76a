import { auditCheck } from "./audit.ts";
import type { Check } from "./check.ts";
import { failedOpenCheck } from "./failed-open.ts";
import { guardsCheck } from "./guards.ts";
import { hookFilesCheck } from "./hook-files.ts";
import { sandboxCheck } from "./sandbox.ts";
import { stateFolderCheck } from "./state-folder.ts";
import { trustCheck } from "./trust.ts";

/** Every check, in the order in which their findings are told. */
export const allChecks: readonly Check[] = [
  hookFilesCheck,
  trustCheck,
  failedOpenCheck,
  guardsCheck,
  sandboxCheck,
  stateFolderCheck,
  auditCheck,
];
