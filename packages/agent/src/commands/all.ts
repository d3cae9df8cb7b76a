import { addDir } from "./add-dir.ts";
import { clear } from "./clear.ts";
import type { SlashCommand } from "./command.ts";
import { compact } from "./compact.ts";
import { help } from "./help.ts";
import { hooks } from "./hooks.ts";
import { model } from "./model.ts";
import { permissions } from "./permissions.ts";
import { resume } from "./resume.ts";

/** The commands of the agent itself; those of files and of MCP servers come beside them. */
export const allCommands: readonly SlashCommand[] = [
  help,
  hooks,
  permissions,
  model,
  compact,
  clear,
  resume,
  addDir,
];
