import { auditCheck } from "./audit.ts";
import { canariesCheck } from "./canaries.ts";
import type { Check } from "./check.ts";
import { daemonCheck } from "./daemon.ts";
import { deadCheck } from "./dead.ts";
import { failedOpenCheck } from "./failed-open.ts";
import { guardsCheck } from "./guards.ts";
import { hookFilesCheck } from "./hook-files.ts";
import { machineCheck } from "./machine.ts";
import { pathCheck } from "./path.ts";
import { programsCheck } from "./programs.ts";
import { sandboxCheck } from "./sandbox.ts";
import { slowCheck } from "./slow.ts";
import { spawnCheck } from "./spawn.ts";
import { standingCheck } from "./standing.ts";
import { stateFolderCheck } from "./state-folder.ts";
import { trustCheck } from "./trust.ts";

/** Every check, in the order in which their findings are told. */
export const allChecks: readonly Check[] = [
  hookFilesCheck,
  trustCheck,
  machineCheck,
  pathCheck,
  programsCheck,
  failedOpenCheck,
  guardsCheck,
  canariesCheck,
  deadCheck,
  slowCheck,
  standingCheck,
  sandboxCheck,
  spawnCheck,
  daemonCheck,
  stateFolderCheck,
  auditCheck,
];
