import { suggest } from "../../contract/suggest.ts";
import { createEngine } from "../../index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { localMoment } from "../audit/moments.ts";
import { workingFolder } from "../folder.ts";
import { paintFor } from "../render.ts";
import { tailAnswers } from "../tail/answers.ts";
import { tailFilter } from "../tail/filter.ts";
import { interruption, lookAgain } from "../tail/follow.ts";
import { hasLine, tailLines, tailObject } from "../tail/line.ts";
import { gatherEvents, type Told } from "../trace/events.ts";
import { traceFollower } from "../trace/follow.ts";
import { defineVerb, textOption, UsageError, type VerbOptions } from "../verb.ts";
import { visibleLine } from "../visible.ts";

/** `hookline tail`: the last events of this project as the trace tells them, and those to come. */
export const tailVerb = defineVerb({
  name: "tail",
  summary: "show the last events of this project, and follow those to come",
  examples: [
    "hookline tail                              (the last 20 of this day)",
    "hookline tail -f --hook guard -v           (every run of one hook, as it happens)",
    "hookline tail --since 2h --verdict deny",
    "hookline tail -f --json | jq -r .event     (one object a line)",
    "",
    "A run has a line of its own if it broke or said more than pass; -v shows all of them.",
    "Exit status: 0, also when Ctrl-C ends it or nobody reads on; 1 for a wrong call.",
  ],
  answers: tailAnswers,
  declare: (command) =>
    command
      .option("-f, --follow", "go on with what happens from now on, until Ctrl-C")
      .option("-n, --lines <n>", "at most so many events of the past; all of them with --since")
      .option("--event <name>", "only events of this name")
      .option("--hook <id>", "only what concerns this hook")
      .option("--verdict <verdict>", "only events with this verdict")
      .option("--fault", "only events on which a hook broke")
      .option("--session <id>", "only events of this session")
      .option("--since <time>", "30s, 15m, 2h, 7d ago, or a date; a day ago by default")
      .option("--all-projects", "events of every project on this machine")
      .option("--json", "print one JSON object a line"),
  async run(_args, options) {
    const ended = options.follow === true ? interruption() : null;
    const { stateFolder, projectDir, ids } = await placeOf(options);
    const filter = tailFilter(options, projectDir);
    const most = mostOf(options);
    const paint = paintFor(1);
    const [whole, projects] = [options.verbose === true, options.allProjects === true];
    const textOf = (told: Told): string => {
      if (options.json === true) return `${JSON.stringify(tailObject(told))}\n`;
      const today = localMoment(Date.now()).slice(0, 10);
      const lines = tailLines(told, filter, { paint, whole, projects, today });
      return lines.map((line) => `${line}\n`).join("");
    };
    const show = (told: Told) => writeWhole(1, textOf(told));
    const gather = gatherEvents();
    const read = traceFollower(stateFolder, filter.since);
    let seen = 0;
    const fitting = function* (): Generator<Told> {
      for (const record of read())
        for (const told of gather(record)) {
          seen++;
          if (filter.event(told) && (options.json === true || hasLine(told, filter, whole))) yield told;
        }
    };
    const past: Told[] = [];
    let any = false;
    for (const told of fitting()) {
      any = true;
      // Who wants all of them gets them as they are read: nothing piles up.
      if (most === Number.POSITIVE_INFINITY) {
        if (!show(told)) return 0;
      } else if (past.push(told) > most) past.shift();
    }
    for (const told of past) if (!show(told)) return 0;
    if (!any && options.quiet !== true)
      writeWhole(
        2,
        `${visibleLine(nothingYet(seen > 0, projectDir, options) + unknownHook(ids, options))}\n`,
      );
    if (ended) await lookAgain(() => [...fitting()].every(show), ended);
    return 0;
  },
});

/** Where the trace is and which project is meant; nothing else of an engine is needed. */
async function placeOf(options: VerbOptions) {
  const engine = await createEngine({ cwd: workingFolder(options) });
  const { stateFolder, projectDir } = engine;
  const ids = engine.hooks.map(({ id }) => id);
  await engine.close();
  return { stateFolder, projectDir, ids };
}

const usualLines = 20;

function mostOf(options: VerbOptions): number {
  const given = textOption(options, "lines");
  if (given === undefined) return options.since === undefined ? usualLines : Number.POSITIVE_INFINITY;
  const number = /^\d{1,7}$/.test(given) ? Number(given) : 0;
  if (number === 0) throw new UsageError(`--lines ${given}: write a number, for example 50`);
  return number;
}

/** A hook that is gone is still in the trace; one that nobody has is a mistake, and waiting for it is in vain. */
function unknownHook(ids: readonly string[], options: VerbOptions): string {
  const id = textOption(options, "hook");
  if (id === undefined || ids.includes(id) || options.allProjects === true) return "";
  const near = suggest(id, ids);
  return `; there is no hook "${id}" here: ${near ? `do you mean ${near}?` : '"hookline list" shows the ids'}`;
}

/** Why there is nothing to show, and what to do. */
function nothingYet(others: boolean, projectDir: string, options: VerbOptions): string {
  const waits = options.follow === true ? "; waiting for more, Ctrl-C ends it" : "";
  const back =
    options.since === undefined ? "--since 7d looks further back" : "a longer --since looks further back";
  if (others)
    return `none of the events that are written down fits: ${back}, --all-projects looks at every project${waits}`;
  const example = `hookline fire PreToolUse --tool Bash --input '{"command":"ls"}'`;
  return `nothing is written down yet for ${projectDir}: ${back}; fire something: ${example}${waits}`;
}
