import { Option } from "commander";
import { type ShippedLane, shipAll } from "../../audit/index.ts";
import { createEngine } from "../../index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { auditShipAnswer } from "../answers/audit.ts";
import { workingFolder } from "../folder.ts";
import { type Paint, paintFor } from "../render.ts";
import { defineVerb, UsageError } from "../verb.ts";
import { visibleLine } from "../visible.ts";
import { declareFolder, trailOf } from "./trail-folder.ts";
import { some } from "./verification.ts";

/** `hookline audit ship`: delivers what waits, also what processes that are gone left behind. */
export const shipVerb = defineVerb({
  name: "ship",
  summary: "deliver the records that wait to the destinations of the hook files",
  examples: [
    "hookline audit ship",
    "hookline audit ship --json",
    "",
    "Exit status: 0 all was taken; 1 something waits still, and why.",
  ],
  answers: auditShipAnswer,
  declare: (command) =>
    declareFolder(command)
      .option("--json", "print what became of each destination as JSON")
      .addOption(new Option("--when-due").hideHelp()),
  async run(_args, options) {
    const { folder } = trailOf(options);
    const engine = await createEngine({ cwd: workingFolder(options) });
    const destinations = engine.audit?.settings.destinations ?? [];
    await engine.close();
    if (destinations.length === 0)
      throw new UsageError('no hook file names a destination; "audit": {"destinations": [...]} does');
    const stop = new AbortController();
    const end = () => stop.abort();
    process.once("SIGINT", end).once("SIGTERM", end);
    try {
      const lanes = await shipAll(folder, destinations, {
        signal: stop.signal,
        whenDue: options.whenDue === true,
      });
      const paint = paintFor(1);
      if (options.json === true) writeWhole(1, `${JSON.stringify(lanes, null, 2)}\n`);
      else if (options.quiet !== true) for (const lane of lanes) writeWhole(1, `${laneLine(lane, paint)}\n`);
      return lanes.every(({ state }) => state === "done") ? 0 : 1;
    } finally {
      process.off("SIGINT", end).off("SIGTERM", end);
    }
  },
});

const states = {
  done: "all taken",
  failed: "failed",
  waiting: "waits after a failure",
  busy: "another process delivers",
  stopped: "stopped",
} as const satisfies { readonly [state in ShippedLane["state"]]: string };

function laneLine({ chain, name, state, sent, error }: ShippedLane, paint: Paint): string {
  const tint = state === "done" ? paint.green : paint.yellow;
  const why = error === "" ? "" : `: ${error}`;
  return `${visibleLine(name)}  ${visibleLine(chain)}  ${tint(states[state])}, ${some(sent, "record")} sent${visibleLine(why)}`;
}
