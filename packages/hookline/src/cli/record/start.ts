import { createEngine } from "../../index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { localMoment } from "../audit/moments.ts";
import { durationOf } from "../duration.ts";
import { workingFolder } from "../folder.ts";
import { defineVerb, textOption } from "../verb.ts";
import { visibleLine } from "../visible.ts";

/** `hookline record start`: from now on events are written down, for a while. */
export const startVerb = defineVerb({
  name: "start",
  summary: "write down every event from now on, without secrets, for a week or as long as you say",
  examples: [
    "hookline record start",
    "hookline record start --for 2h",
    "hookline record start --for 30d --all-projects",
    "",
    "Agents that run already begin within a second. What looks like a secret is not written.",
    "Exit status: 0 it is on; 1 it could not be switched on.",
  ],
  declare: (command) =>
    command
      .option("--for <time>", "how long: 30m, 2h, 7d (the default), at most 90d")
      .option("--all-projects", "in every project of yours, not only in this one"),
  async run(_args, options) {
    const forMs = durationOf(textOption(options, "for") ?? "7d", "--for");
    const engine = await createEngine({ cwd: workingFolder(options) });
    try {
      const { until, project } = await engine
        .recording()
        .start({ forMs, allProjects: options.allProjects === true });
      const where = project === null ? "every project" : visibleLine(project);
      const text = `recording events of ${where} until ${localMoment(until)}; "hookline record stop" ends it, "hookline replay" uses it\n`;
      if (options.quiet !== true) writeWhole(1, text);
      return 0;
    } finally {
      await engine.close();
    }
  },
});
