import { resolve } from "node:path";
import { createEngine, createReplay, type Replay } from "../../index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { numberOption } from "../audit/filters.ts";
import { workingFolder } from "../folder.ts";
import { renderDiagnostic } from "../render.ts";
import { replaySchema } from "../replay/answer.ts";
import { choose } from "../replay/chosen.ts";
import { judgeAll } from "../replay/judge-all.ts";
import { report } from "../replay/report.ts";
import { endOnSignals } from "../signals.ts";
import { defineVerb, textOption, UsageError, type VerbOptions } from "../verb.ts";

/** `hookline replay`: judges recorded events by the hooks of now, or by those of another file. */
export const replayVerb = defineVerb({
  name: "replay",
  summary:
    "judge recorded events by the hooks as they are now, or by another hook file, and show what differs",
  examples: [
    "hookline replay --since 7d",
    "hookline replay --with new-hooks.json",
    "hookline replay 4f1c --event PreToolUse    (one session; the beginning of its identifier is enough)",
    "hookline replay --would                    (what hooks in shadow and warn mode would have done)",
    "",
    "Policies are judged anew; all other hooks answer as they did when the event was recorded, if they are the same, and those",
    "with no answer are told: --run really runs them, with all that they do, in the recorded folder (trust holds as everywhere).",
    "What rules look at beside the event (files, the branch, the date) is that of now; the calls of a session come in their order.",
    "Nothing is written: no trace, no audit, no record. A file that is given with --with is judged as if it were approved.",
    "",
    "Exit status: 0 no difference, 2 differences, 1 a wrong call or nothing recorded; with --exit-zero 0 instead of 2.",
  ],
  answers: replaySchema,
  declare: (command) =>
    command
      .argument(
        "[id]",
        "a session or an event, or the beginning of its identifier; all of this project by default",
      )
      .option("--since <time>", "only what happened since: 7d, 2h, 2026-11-01")
      .option("--last", "only the last recorded event")
      .option("--event <name>", "only events of this name")
      .option("--with <file>", "another hook file instead of the project's and your own; managed hooks stay")
      .option("--dialect <name>", "the dialect of that file, if its name does not tell")
      .option("--run", "really run the hooks that are no policies; they do what they do")
      .option("--trust", "with --run: also hooks that are not approved, for this call")
      .option("--would", "only what hooks in shadow and warn mode would have done")
      .option("--limit <n>", "show at most so many differences (100)")
      .option("--exit-zero", "exit with 0 also if there are differences")
      .option("--json", "print the report as JSON"),
  async run([word], options) {
    const cwd = workingFolder(options);
    const limit = numberOption(options, "limit") ?? 100;
    const chosen = choose(word, options, await placeOf(cwd));
    if (options.trust === true && options.run !== true)
      throw new UsageError("--trust is for --run: without it nothing runs");
    if (textOption(options, "dialect") !== undefined && textOption(options, "with") === undefined)
      throw new UsageError("--dialect says what the file of --with is");
    const replay = await openReplay(cwd, options);
    const ended = endOnSignals(replay.engine);
    try {
      for (const one of replay.engine.diagnostics)
        if (one.severity === "error") writeWhole(2, `${renderDiagnostic(one)}\n`);
      if (replay.engine.mustFail)
        throw new UsageError("hooks that cannot be read cannot judge: mend the file first");
      const done = await judgeAll(replay, chosen, limit, progresses(options));
      if (done.tally.events === 0)
        throw new UsageError(
          'nothing that fits is recorded of this project; "hookline record start" begins, "hookline record list" shows what there is',
        );
      report(replay, done, options);
      const { stricter, looser, other } = done.tally.endings;
      return stricter + looser + other > 0 && options.exitZero !== true && options.would !== true ? 2 : 0;
    } finally {
      await replay.close();
      ended();
    }
  },
});

/** The project that events are judged for, and where its records are. */
async function placeOf(cwd: string): Promise<{ readonly stateFolder: string; readonly projectDir: string }> {
  const engine = await createEngine({ cwd, rehearse: true });
  const { stateFolder, projectDir } = engine;
  await engine.close();
  return { stateFolder, projectDir };
}

function openReplay(cwd: string, options: VerbOptions): Promise<Replay> {
  const [path, dialect] = [textOption(options, "with"), textOption(options, "dialect")];
  const run = options.run === true;
  // Without --run nothing of the file is executed: what it would decide is worth knowing before anybody approves it.
  const asApproved = options.trust === true || (path !== undefined && !run);
  return createReplay({
    cwd,
    run,
    ...(path !== undefined && { hookFile: { path: resolve(path), ...(dialect && { dialect }) } }),
    ...(asApproved && { trust: "all" }),
  });
}

/** How far it is, for a person who waits. */
function progresses(options: VerbOptions): boolean {
  return process.stderr.isTTY === true && options.quiet !== true && process.env.TERM !== "dumb";
}
