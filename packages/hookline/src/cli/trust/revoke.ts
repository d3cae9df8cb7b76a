import { defineVerb } from "../verb.ts";
import { revokeHooks, withTrust } from "./hooks.ts";

/** `hookline trust revoke`: takes approvals back, for good. */
export const revokeVerb = defineVerb({
  name: "revoke",
  summary: "take the approvals of hooks back, and forget the texts that were kept with them",
  examples: [
    "hookline trust revoke guard-1",
    "hookline trust revoke --all",
    "",
    "Exit status: 0, or 1 if a hook file or the store of approvals cannot be read.",
  ],
  declare: (command) =>
    command
      .argument("[id...]", "the hooks whose approvals are taken back")
      .option("--all", "take back every approval of this project"),
  run: (ids, options) => withTrust(options, (engine) => revokeHooks(engine, ids, options.all === true)),
});
