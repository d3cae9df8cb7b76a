import { auditLog } from "./audit-log.ts";
import { blockDangerousCommands } from "./block-dangerous-commands.ts";
import { formatOnEdit } from "./format-on-edit.ts";
import { gitAutoCommit } from "./git-auto-commit.ts";
import { injectContext } from "./inject-context.ts";
import { lintOnEdit } from "./lint-on-edit.ts";
import { notify } from "./notify.ts";
import { protectFiles } from "./protect-files.ts";
import { protectSecrets } from "./protect-secrets.ts";
import type { Recipe } from "./recipe.ts";
import { requireTestsBeforeCommit } from "./require-tests-before-commit.ts";
import { runTestsOnStop } from "./run-tests-on-stop.ts";
import { triggerCi } from "./trigger-ci.ts";

/** Every recipe, in the order in which people are shown them. */
export const allRecipes: readonly Recipe[] = [
  formatOnEdit,
  lintOnEdit,
  runTestsOnStop,
  requireTestsBeforeCommit,
  blockDangerousCommands,
  protectFiles,
  protectSecrets,
  auditLog,
  notify,
  injectContext,
  gitAutoCommit,
  triggerCi,
];
