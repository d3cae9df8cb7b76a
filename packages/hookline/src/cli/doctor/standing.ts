import { pauseText } from "../../index.ts";
import { defineCheck, type Finding } from "./check.ts";

/** What people have switched for a while: hooks that are paused, and events that are written down. */
export const standingCheck = defineCheck({
  name: "standing",
  summary: "hooks that are paused, and what is recorded",
  run({ engine }) {
    const [pause, recording] = [engine.pause(), engine.recording()];
    const paused = pause.inForce.map((one): Finding => {
      const what = one.hook === null ? "all hooks but the machine's are" : `${one.hook} is`;
      return {
        severity: "warning",
        where: engine.projectDir,
        what: `${what} paused ${pauseText(one)}`,
        mend: "hookline pause --end",
      };
    });
    const recorded = recording.inForce.map(({ until }): Finding => {
      const what = `events are recorded until ${new Date(until).toISOString()}`;
      return { severity: "info", where: recording.folder, what, mend: "hookline record stop" };
    });
    const broken = [pause.problem, recording.problem].flatMap((problem): Finding[] =>
      problem === null
        ? []
        : [{ severity: "error", where: engine.stateFolder, what: problem.why, mend: problem.mend }],
    );
    return [...paused, ...recorded, ...broken];
  },
});
