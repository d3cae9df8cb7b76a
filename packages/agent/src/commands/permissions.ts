import { permissionModes } from "../session/facts.ts";
import { defineCommand } from "./command.ts";

/** `/permissions`: the rules and where they come from; with a mode it changes how much is done unasked. */
export const permissions = defineCommand({
  name: "permissions",
  hint: "[MODE]",
  summary: "the permission rules and the mode; with a mode, changes to it",
  async run({ host, args }) {
    if (args === "") return host.permission.describe();
    const mode = permissionModes.find((known) => known === args);
    if (!mode) throw new Error(`there is no mode "${args}": ${permissionModes.join(", ")}`);
    if (mode === "bypassPermissions" && host.options.permissionMode !== mode)
      throw new Error(
        "a session runs everything unasked only if it was started so (--permission-mode bypassPermissions)",
      );
    host.facts.mode = mode;
    host.stale = true;
    return `The mode is ${mode} now.\n`;
  },
});
