import { join } from "node:path";
import { folderFacts } from "../../system/folders.ts";
import { quoted } from "../../system/safe-file.ts";
import { defineCheck } from "./check.ts";

/** The audit trail, where the hook files want one: whether it can be written, and how to verify it. */
export const auditCheck = defineCheck({
  name: "audit",
  summary: "the audit trail",
  run({ engine }) {
    if (engine.audit === null) return [];
    const where = join(engine.stateFolder, "audit");
    const facts = folderFacts(where);
    if (facts === null) {
      const mend = "it is made with the first record";
      return [{ severity: "info", where, what: "the audit trail is on, and nothing is recorded yet", mend }];
    }
    if (!facts.writable) {
      const what = "the audit trail cannot be written";
      return [{ severity: "error", where, what, mend: `chmod u+rwx ${quoted(where)}` }];
    }
    const mend = "hookline audit verify";
    return [
      { severity: "info", where, what: "the audit trail is on; this check does not read all of it", mend },
    ];
  },
});
