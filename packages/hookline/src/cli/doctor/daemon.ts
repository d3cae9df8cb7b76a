import { isObject, jsonOf } from "../../contract/json.ts";
import { askDaemon } from "../../system/daemon/ask-daemon.ts";
import { readBuildId } from "../../system/daemon/build-id.ts";
import { folderProblem, runPlace } from "../../system/daemon/run-folder.ts";
import { namesIn } from "../../system/folders.ts";
import { counted } from "../count.ts";
import { buildFile } from "../daemon/place.ts";
import { defineCheck, type Finding } from "./check.ts";

/** Whether a daemon answers `hookline-fire`, and of which build; says nothing where nobody ever had one. */
export const daemonCheck = defineCheck({
  name: "daemon",
  summary: "whether a daemon runs, and of which build",
  async run({ engine }) {
    const own = readBuildId(buildFile());
    const { folder } = runPlace(engine.stateFolder, own ?? "");
    const names = namesIn(folder);
    if (names.length === 0) return [];
    const problem = folderProblem(folder);
    if (problem !== null) {
      const what = `no daemon is asked, and every call takes as long as Node starts: ${problem}`;
      return [{ severity: "warning", where: folder, what, mend: "mend that folder, or move it away" }];
    }
    const builds = names.flatMap((name) => /^([0-9a-f]{32})\.sock$/.exec(name)?.[1] ?? []);
    const found: Finding[] = [];
    for (const build of builds) {
      const told = jsonOf((await askDaemon(runPlace(engine.stateFolder, build), build, "status")) ?? "");
      found.push({ where: folder, ...sentence(build, own, isObject(told) ? told : null) });
    }
    if (own !== null && !builds.includes(own)) {
      const what = "no daemon of this build runs: hookline-fire runs the plain command";
      found.push({ severity: "info", where: folder, what, mend: "hookline daemon --detach" });
    }
    return found;
  },
});

/** What is said of the daemon of a build; null if something is left of one that does not answer. */
function sentence(
  build: string,
  own: string | null,
  told: { readonly [name: string]: unknown } | null,
): Omit<Finding, "where"> {
  const which = build === own ? `this build (${build.slice(0, 8)})` : `another build (${build.slice(0, 8)})`;
  if (!told) {
    const what = `a daemon of ${which} was killed, or hangs: hookline-fire runs the plain command`;
    return { severity: "warning", what, mend: "hookline daemon --detach puts another in its place" };
  }
  const calls = counted(Number(told.calls), "call");
  const who = `a daemon of ${which} runs: process ${Number(told.pid)}, version ${String(told.version)}, ${calls} so far`;
  if (build === own) return { severity: "info", what: who, mend: "hookline daemon stop ends it" };
  const what = `${who}; nobody of this build asks it. If that build is gone, it leaves within seconds; else it belongs to another installation`;
  return { severity: "info", what, mend: `kill ${Number(told.pid)} ends it` };
}
