import { folderObstacle, ownAgain } from "../../system/folder-obstacle.ts";
import { folderFacts } from "../../system/folders.ts";
import { quoted } from "../../system/safe-file.ts";
import { defineCheck, type Finding } from "./check.ts";

/** With less room than this, something that must be remembered soon cannot be. */
const room = 50 * 1024 * 1024;

/** The folder for what Hookline remembers: whose it is, who can look into it, and whether there is room. */
export const stateFolderCheck = defineCheck({
  name: "state-folder",
  summary: "the folder for what Hookline remembers",
  run({ engine }) {
    const where = engine.stateFolder;
    const facts = folderFacts(where);
    const own = process.geteuid?.();
    const found: Finding[] = [];
    if (facts === null) {
      const problem = folderObstacle(where);
      // The approvals in it do not count then, and that finding has said so.
      const told = engine.trustProblem()?.why === problem?.why;
      return problem && !told ? [{ severity: "error", where, what: problem.why, mend: problem.mend }] : [];
    }
    const foreign = own !== undefined && facts.uid !== own;
    if (foreign && (facts.uid !== 0 || !facts.writable)) {
      const what = `it belongs to ${facts.uid === 0 ? "root" : `user ${facts.uid}`}, not to you`;
      found.push({ severity: "error", where, what, mend: ownAgain(where) });
    } else if (!facts.writable) {
      const what = "nothing can be written here: approvals, sessions and records are lost";
      found.push({ severity: "error", where, what, mend: `chmod u+rwx ${quoted(where)}` });
    }
    if ((facts.mode & 0o077) !== 0) {
      const mode = facts.mode.toString(8).padStart(4, "0");
      const severity = (facts.mode & 0o022) !== 0 ? "error" : "warning";
      const what = `others can ${severity === "error" ? "write" : "look into"} it (mode ${mode})`;
      found.push({ severity, where, what, mend: `chmod 700 ${quoted(where)}` });
    }
    if (facts.free < room) {
      const what = `only ${Math.floor(facts.free / 1024 / 1024)} MiB are left on its disk`;
      found.push({ severity: "warning", where, what, mend: "make room" });
    }
    return found;
  },
});
