import { createEngine } from "../../index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { counted } from "../count.ts";
import { durationOf } from "../duration.ts";
import { workingFolder } from "../folder.ts";
import { defineVerb, textOption } from "../verb.ts";

/** `hookline record clear`: removes what is recorded. */
export const clearVerb = defineVerb({
  name: "clear",
  summary: "remove what is recorded, of all projects, or what is older than a time",
  examples: [
    "hookline record clear --older-than 30d",
    "hookline record clear",
    "",
    "A session goes as a whole, when its last event is that old. Exit status: 0; 1 something could not be removed.",
  ],
  declare: (command) => command.option("--older-than <time>", "only sessions that ended so long ago: 30d"),
  async run(_args, options) {
    const older = textOption(options, "olderThan");
    const before =
      older === undefined ? Number.POSITIVE_INFINITY : Date.now() - durationOf(older, "--older-than");
    const engine = await createEngine({ cwd: workingFolder(options) });
    await engine.close();
    const files = engine.recording().clear(before);
    if (options.quiet !== true)
      writeWhole(
        1,
        files === 0 ? "there was nothing to remove\n" : `removed ${counted(files, "file")} of records\n`,
      );
    return 0;
  },
});
