import { stdinIsTerminal } from "../../system/standard-streams.ts";
import { approveVerb } from "../trust/approve.ts";
import { diffVerb } from "../trust/diff.ts";
import { revokeHooks, withTrust } from "../trust/hooks.ts";
import { listVerb } from "../trust/list.ts";
import { revokeVerb } from "../trust/revoke.ts";
import { showHooks } from "../trust/show.ts";
import { defineVerb } from "../verb.ts";

const under = [listVerb, approveVerb, revokeVerb, diffVerb];

/** `hookline trust`: shows the project's hooks that are not approved or have changed since, approves those that are named, or takes approvals back. */
export const trustVerb = defineVerb({
  name: "trust",
  summary: "approve hooks of this project, after you have looked at them",
  examples: [
    "hookline trust            (shows what is not approved yet, and what changed; asks on a terminal)",
    "hookline trust guard-1    (approves one)",
    "hookline trust --all",
    "hookline trust --revoke guard-1",
    "hookline trust diff guard-1",
    "",
    `A hook that is called ${under.map(({ name }) => name).join(", ")} is approved with "hookline trust approve NAME".`,
    "Exit status: 0, or 1 if there is no such hook, or a hook file or the store of approvals cannot be read.",
  ],
  verbs: under,
  declare: (command) =>
    command
      .argument("[id...]", "the hooks to approve")
      .option("--all", "approve every hook that is shown")
      .option("--revoke", "take the approvals of these hooks back"),
  run: (ids, options) =>
    withTrust(options, async (engine) => {
      const all = options.all === true;
      if (options.revoke === true) return revokeHooks(engine, ids, all);
      const asks = stdinIsTerminal() && process.stdout.isTTY === true && options.quiet !== true;
      if (ids.length > 0 || all || !asks) return showHooks(engine, ids, all);
      // Loaded for a person only: a process in a pipe never asks.
      const { reviewHooks } = await import("../trust/review.ts");
      return reviewHooks(engine, options.verbose === true);
    }),
});
