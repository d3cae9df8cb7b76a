import { definePack } from "../pack.ts";
import { deletionRules } from "./commands-deletion.ts";
import { elsewhereRules } from "./commands-elsewhere.ts";
import { machineRules } from "./commands-machine.ts";
import { runningRules } from "./commands-running.ts";

/** Dangerous commands: what destroys the machine, a home or the work, and what hides which command runs. */
export const commands = definePack({
  name: "commands",
  summary:
    "Stops commands that destroy the machine, a home or the project, and asks where nobody can see what would run.",
  rules: [...deletionRules, ...elsewhereRules, ...machineRules, ...runningRules],
});
