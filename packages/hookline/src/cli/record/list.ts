import { createEngine, verdicts } from "../../index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { localMoment } from "../audit/moments.ts";
import { count, counted } from "../count.ts";
import { workingFolder } from "../folder.ts";
import { type Paint, paintFor } from "../render.ts";
import { defineVerb } from "../verb.ts";
import { shown, verdictTint } from "./lines.ts";
import { type RecordedSession, recordedSessions, sessionSchema } from "./sessions.ts";

/** `hookline record list`: the sessions that are recorded. */
export const listVerb = defineVerb({
  name: "list",
  summary: "the recorded sessions: when, how many events, and what was decided",
  examples: ["hookline record list", "hookline record list --all-projects --json", "", "Exit status: 0."],
  answers: { type: "array", items: sessionSchema },
  declare: (command) =>
    command.option("--all-projects", "also those of other projects").option("--json", "print them as JSON"),
  async run(_args, options) {
    const all = options.allProjects === true;
    const engine = await createEngine({ cwd: workingFolder(options) });
    await engine.close();
    const sessions = recordedSessions(engine.stateFolder, all ? undefined : engine.projectDir);
    if (options.json === true) {
      const moment = (at: number) => new Date(at).toISOString();
      const rows = sessions.map((one) => ({ ...one, from: moment(one.from), to: moment(one.to) }));
      writeWhole(1, `${JSON.stringify(rows, null, 2)}\n`);
      return 0;
    }
    if (options.quiet === true) return 0;
    const paint = paintFor(1);
    const none = `nothing is recorded${all ? "" : " of this project"} yet; "hookline record start" begins`;
    const lines = sessions.map((one) => sessionLine(one, all, paint));
    writeWhole(1, `${(lines.length === 0 ? [none] : lines).join("\n")}\n`);
    return 0;
  },
});

function sessionLine(one: RecordedSession, all: boolean, paint: Paint): string {
  const said = verdicts
    .filter((name) => one.verdicts[name] > 0)
    .map((name) => verdictTint(name, paint)(`${count(one.verdicts[name])} ${name}`));
  const when = `${localMoment(one.from)} to ${localMoment(one.to)}`;
  const where = all ? `  ${paint.dim(shown(one.project))}` : "";
  return `${paint.dim(when)}  ${paint.bold(shown(one.session))}  ${counted(one.events, "event")}: ${said.join(", ")}${where}`;
}
