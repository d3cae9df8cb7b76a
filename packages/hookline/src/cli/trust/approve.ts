import { defineVerb, UsageError } from "../verb.ts";
import { withTrust } from "./hooks.ts";
import { showHooks } from "./show.ts";

/** `hookline trust approve`: approves the hooks that are named, whatever they are called. */
export const approveVerb = defineVerb({
  name: "approve",
  summary: "approve hooks as they are now",
  examples: [
    "hookline trust approve guard-1",
    "hookline trust approve --all",
    "",
    'The same as "hookline trust ID…", also for a hook that is called list, approve, revoke or diff.',
    "Exit status: 0, or 1 if there is no such hook, or a hook file or the store of approvals cannot be read.",
  ],
  declare: (command) =>
    command.argument("[id...]", "the hooks to approve").option("--all", "approve every hook that waits"),
  async run(ids, options) {
    if (ids.length === 0 && options.all !== true)
      throw new UsageError("name the hooks that you approve, or --all");
    return withTrust(options, (engine) => showHooks(engine, ids, options.all === true));
  },
});
