import { createEngine, type Engine, type TraceRecord } from "../../index.ts";
import { homeFolder } from "../../system/home-folder.ts";
import { hostForOnce } from "../../system/process/choose-host.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { explainAnswer } from "../answers/explain.ts";
import { eventDoubts } from "../explain/event-doubts.ts";
import { explainEvent } from "../explain/explain-event.ts";
import { countOf, type Explanation } from "../explain/explanation.ts";
import { unchosenHooks } from "../explain/not-chosen.ts";
import { renderExplanation, renderOne } from "../explain/render.ts";
import { notRun, renderRunNow, runNow, shownRun, statusOf } from "../explain/run-now.ts";
import { unreadFiles } from "../explain/unread-files.ts";
import { type Asked, askedEvent, namedCall, unknownHook } from "../explain/which-event.ts";
import { workingFolder } from "../folder.ts";
import { paintFor } from "../render.ts";
import { endOnSignals } from "../signals.ts";
import { collect, defineVerb, listOption, textOption, type VerbOptions } from "../verb.ts";

/** `hookline explain`: says of every hook whether it would run on an event, why or why not, and what to do about it. */
export const explainVerb = defineVerb({
  name: "explain",
  summary: "say which hooks run on an event and why the others do not",
  examples: [
    `hookline explain PreToolUse --tool Bash --input '{"command":"rm -rf /"}'`,
    "hookline explain --last                 (the last event that was fired in this project)",
    "hookline explain --hook guard           (why did it not fire?)",
    `hookline explain PreToolUse --tool Bash --input '{"command":"ls"}' --run`,
    "hookline explain --payload event.json --json",
    "",
    "Exit status: 0; 1 a wrong call; with --run that of fire: 2 deny or halt, 3 ask or defer.",
  ],
  answers: explainAnswer,
  declare: (command) =>
    command
      .argument("[event]", "the event's name; may be in the payload instead")
      .option("--payload <file>", "the payload as JSON, - for stdin")
      .option("--tool <name>", "the tool of the payload")
      .option("--input <json>", "the tool's input")
      .option("--last", "the last event of this project that was fired, or the last of this name")
      .option("--hook <id>", "explain this hook alone")
      .option("--run", "then run the hooks, and say what each said and who won")
      .option("--trust", "with --run: approve the project's hooks for this call")
      .option("--dialect <name>", "read only the hook files of this dialect (may be repeated)", collect)
      .option("--json", "print the explanation as JSON"),
  async run([event], options) {
    const call = await namedCall(event, options);
    const cwd = workingFolder(options, call?.payload);
    const dialects = listOption(options, "dialect");
    const records: TraceRecord[] = [];
    const engine = await createEngine({
      cwd,
      ship: false,
      host: hostForOnce(process.env),
      // What is tried out here is no event of the project: nothing of it is in the trace.
      trace: (record) => void records.push(record),
      ...(options.trust === true && { trust: "all" }),
      ...(dialects && { dialects }),
    });
    const ended = endOnSignals(engine);
    try {
      const asked = askedEvent(engine, call, event, options);
      const explanation = { ...(await explain(engine, asked, options, cwd)), ...notRun };
      const one = textOption(options, "hook");
      if (one !== undefined) refuseUnknown(engine, explanation, one);
      const asText = options.json !== true && options.quiet !== true;
      // Before anything runs: a hook may take long, and then it is known which.
      if (asText) showText(explanation, options);
      const ran = options.run === true ? await runNow(engine, asked, records) : notRun;
      const whole = { ...explanation, ...ran };
      if (options.json === true) writeWhole(1, `${JSON.stringify(whole, null, 2)}\n`);
      else if (asText) showRun(engine, whole, asked, options);
      return ran.decision ? statusOf(engine, ran.decision) : 0;
    } finally {
      await engine.close();
      ended();
    }
  },
});

async function explain(
  engine: Engine,
  { event, payload, blanks, last }: Asked,
  options: VerbOptions,
  cwd: string,
): Promise<Omit<Explanation, "decision" | "said" | "won">> {
  const conditions = blanks.length > 0 ? "assumed" : "judged";
  const preview = engine.preview(event, payload, { conditions });
  const { hooks: own, subject, order, notes } = explainEvent(engine, preview, conditions);
  const all = [...own, ...(await unchosenHooks(engine, options, { event, payload, conditions }, cwd))];
  const id = textOption(options, "hook");
  const hooks = id === undefined ? all : all.filter((hook) => hook.id === id);
  const past = last && (({ payload: _unseen, ...rest }) => rest)(last.traced);
  return {
    event,
    subject,
    project: engine.projectDir,
    count: countOf(all),
    conditions,
    blanks,
    hooks,
    order,
    notes,
    doubts: last ? [] : eventDoubts(event, engine),
    problems: [...engine.diagnostics, ...engine.twoMeanings()].filter(
      ({ file }) => id === undefined || hooks.some(({ source }) => source.startsWith(`${file}:`)),
    ),
    unread: unreadFiles(engine, cwd, homeFolder(process.env)),
    last: past,
  };
}

function refuseUnknown(engine: Engine, { hooks }: Pick<Explanation, "hooks">, id: string): void {
  if (hooks.length === 0) throw unknownHook(engine, id);
}

function showText(explanation: Explanation, options: VerbOptions): void {
  const paint = paintFor(1);
  const one = textOption(options, "hook");
  writeWhole(
    1,
    one === undefined
      ? renderExplanation(explanation, paint, options.verbose === true)
      : renderOne(explanation, one, paint),
  );
}

function showRun(engine: Engine, explanation: Explanation, { payload }: Asked, options: VerbOptions): void {
  const { decision } = explanation;
  if (!decision) return;
  const shown = shownRun(engine, decision, payload);
  writeWhole(1, `\n${renderRunNow(explanation, shown, paintFor(1), options.verbose === true)}`);
}
