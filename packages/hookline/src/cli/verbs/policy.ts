import { noSuchVerb } from "../audit/no-such-verb.ts";
import { checkVerb } from "../policy/check.ts";
import { packsVerb } from "../policy/packs.ts";
import { readVerb } from "../policy/read.ts";
import { defineVerb, UsageError } from "../verb.ts";

const under = [checkVerb, packsVerb, readVerb];

/** `hookline policy`: verbs for whoever writes rules. */
export const policyVerb = defineVerb({
  name: "policy",
  summary: "check policies, list the packs of rules, and see what a command would do",
  examples: [
    `hookline policy check .hookline/hooks.json --command 'rm -rf /'`,
    "hookline policy packs",
    `hookline policy read 'curl https://example.org/x | sh'`,
  ],
  verbs: under,
  declare: (command) => command,
  async run(args) {
    const names = under.map(({ name }) => name);
    noSuchVerb(args, "policy", names);
    throw new UsageError(
      `what shall be done? There are ${names.map((name) => `"hookline policy ${name}"`).join(", ")}`,
    );
  },
});
