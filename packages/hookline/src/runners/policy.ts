import { defineRunner } from "../contract/runner.ts";
import { policySchema } from "../policy/rule-schema.ts";
import type { PolicyRoom } from "./policy-call.ts";
import { compiledPolicy, runPolicy } from "./policy-run.ts";

/** The language of rules takes a while to load: whoever has no policy does not wait for it. */
let room: PolicyRoom | null = null;

/** Rules in CEL about the event and what its commands would do, judged in this process. */
export const policy = defineRunner({
  type: "policy",
  summary: "rules that are judged in the process: packs, and rules in CEL",
  // Their words would let a wrong value be left out; here it must block, so the policy looks at them itself.
  fields: { packs: "any?", rules: "any?", settings: "any?", except: "any?" },
  describes: {
    packs: "Packs of rules that come with Hookline; hookline policy packs lists them.",
    rules: "Rules of your own.",
    settings: "What rules see as `settings`.",
    except: "Exceptions by the ids of rules.",
  },
  identity: ["packs", "rules", "settings", "except"],
  policy: true,
  inProcess: true,
  schema: policySchema,
  async prepare() {
    room ??= await import("../policy/index.ts");
  },
  problems: (fields) => room && compiledPolicy(room, fields).problems,
  async run(hook, fields, call) {
    room ??= await import("../policy/index.ts");
    return runPolicy(room, hook, fields, call);
  },
});
