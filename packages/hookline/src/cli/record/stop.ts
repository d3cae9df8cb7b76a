import { createEngine } from "../../index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { workingFolder } from "../folder.ts";
import { defineVerb } from "../verb.ts";

/** `hookline record stop`: ends the recording; what was recorded stays. */
export const stopVerb = defineVerb({
  name: "stop",
  summary: "write nothing down any more; what is recorded stays",
  examples: [
    "hookline record stop",
    "hookline record stop --all-projects",
    "",
    "A recording of all projects ends for all of them. Exit status: 0, also if nothing was recording.",
  ],
  declare: (command) => command.option("--all-projects", "also recordings of other projects"),
  async run(_args, options) {
    const engine = await createEngine({ cwd: workingFolder(options) });
    try {
      const ended = await engine.recording().stop({ allProjects: options.allProjects === true });
      const everywhere = ended.some(({ project }) => project === null) ? ", in all projects" : "";
      const said = ended.length === 0 ? "nothing was recording here" : `the recording has ended${everywhere}`;
      if (options.quiet !== true) writeWhole(1, `${said}\n`);
      return 0;
    } finally {
      await engine.close();
    }
  },
});
