import type { JsonObject } from "../../contract/json.ts";
import { suggest } from "../../contract/suggest.ts";
import { createEngine, type Engine, type Pause, pauseText } from "../../index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { localMoment } from "../audit/moments.ts";
import { counted } from "../count.ts";
import { durationOf } from "../duration.ts";
import { workingFolder } from "../folder.ts";
import { paintFor } from "../render.ts";
import { shownText } from "../shown.ts";
import { defineVerb, textOption, UsageError, type VerbOptions } from "../verb.ts";
import { visibleLine } from "../visible.ts";

const pauseSchema: JsonObject = {
  type: "object",
  additionalProperties: false,
  required: ["paused", "problem"],
  properties: {
    paused: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["project", "hook", "from", "until", "by", "reason"],
        properties: {
          project: { type: ["string", "null"] },
          hook: { type: ["string", "null"] },
          from: { type: "string", format: "date-time" },
          until: { type: "string", format: "date-time" },
          by: { type: "string" },
          reason: { type: "string" },
        },
      },
    },
    problem: { type: ["string", "null"] },
  },
};

/** `hookline pause`: switches the project's and the user's hooks off for a while, with a reason. */
export const pauseVerb = defineVerb({
  name: "pause",
  summary: "switch hooks off for a while, with a reason; it ends by itself",
  examples: [
    'hookline pause --for 10m --reason "the linter is broken"',
    'hookline pause --for 1h --reason "slow on this branch" --hook format-on-edit',
    "hookline pause --status",
    "hookline pause --end",
    "",
    "Managed hooks stay on. Every event says what did not run and why, and the audit trail, where there is one, holds the pause.",
    "It lasts a day at the most, and ends with the machine. Exit status: 0; 1 a wrong call, or it could not be noted.",
  ],
  answers: pauseSchema,
  declare: (command) =>
    command
      .option("--for <time>", "how long: 30s, 10m, 2h; at most 24h")
      .option("--reason <text>", "why; every event says it")
      .option("--hook <id>", "this hook alone")
      .option("--all-projects", "in every project of yours, not only in this one")
      .option("--status", "show what is paused here (the default)")
      .option("--end", "end what is paused here; with --all-projects everything")
      .option("--json", "print what is paused as JSON"),
  async run(_args, options) {
    const [time, reason, hook] = ["for", "reason", "hook"].map((name) => textOption(options, name));
    const begins = time !== undefined || reason !== undefined || hook !== undefined;
    if (options.end === true && time === undefined && hook !== undefined)
      throw new UsageError("--end ends all that is paused here: leave out --hook");
    if (Number(begins) + Number(options.end === true) + Number(options.status === true) > 1)
      throw new UsageError("--for begins a pause, --end ends it, --status shows it: give one of them");
    if (begins && time === undefined) throw new UsageError("for how long? Add --for 10m (at most 24h)");
    if (begins && (reason === undefined || reason.trim() === ""))
      throw new UsageError('why? Add --reason "…": every event will say it');
    const forMs = time === undefined ? 0 : durationOf(time, "--for");
    const engine = await createEngine({ cwd: workingFolder(options) });
    try {
      if (hook !== undefined) checkHook(engine, hook);
      if (begins) await begin(engine, { forMs, reason: shownText(reason ?? ""), hook }, options);
      else if (options.end === true) await end(engine, options);
      return report(engine, begins || options.end === true, options);
    } finally {
      await engine.close();
    }
  },
});

function checkHook({ hooks }: Engine, id: string): void {
  const named = hooks.filter((hook) => hook.id === id);
  const near = suggest(
    id,
    hooks.map((hook) => hook.id),
  );
  if (named.length === 0)
    throw new UsageError(
      `there is no hook "${id}" here; ${near === null ? '"hookline list" shows the ids' : `did you mean ${near}?`}`,
    );
  if (named.every(({ source }) => source.layer === "managed"))
    throw new UsageError(`${id} is managed for this machine (${named[0]?.source.text}): it cannot be paused`);
}

async function begin(
  engine: Engine,
  request: { readonly forMs: number; readonly reason: string; readonly hook: string | undefined },
  options: VerbOptions,
): Promise<void> {
  const pause = await engine.pause().begin({ ...request, allProjects: options.allProjects === true });
  if (options.quiet === true || options.json === true) return;
  const still = engine.hooks.filter(({ source }) => source.layer === "managed").length;
  const managed = still === 0 ? "" : `; ${counted(still, "managed hook")} stay on`;
  writeWhole(1, `${pauseLine(pause)}${managed}\n"hookline pause --end" ends it before\n`);
}

async function end(engine: Engine, options: VerbOptions): Promise<void> {
  const ended = await engine.pause().end({ allProjects: options.allProjects === true });
  if (options.quiet === true || options.json === true) return;
  const everywhere = ended.some(({ project }) => project === null) ? ", in all projects" : "";
  writeWhole(1, ended.length === 0 ? "nothing was paused here\n" : `hooks run again${everywhere}\n`);
}

function report(engine: Engine, done: boolean, options: VerbOptions): number {
  const { inForce, problem } = engine.pause();
  if (options.json === true) writeWhole(1, `${JSON.stringify(asJson(inForce, problem), null, 2)}\n`);
  else if (!done && options.quiet !== true)
    writeWhole(
      1,
      inForce.length === 0 ? "nothing is paused here\n" : `${inForce.map(pauseLine).join("\n")}\n`,
    );
  if (problem) writeWhole(2, `${visibleLine(`hookline: ${problem.why}; ${problem.mend}`)}\n`);
  return problem ? 1 : 0;
}

function asJson(inForce: readonly Pause[], problem: { readonly why: string; readonly mend: string } | null) {
  const moment = (at: number) => new Date(at).toISOString();
  const paused = inForce.map((one) => ({ ...one, from: moment(one.from), until: moment(one.until) }));
  return { paused, problem: problem && `${problem.why}; ${problem.mend}` };
}

function pauseLine(pause: Pause): string {
  const paint = paintFor(1);
  const what = pause.hook === null ? "all hooks" : `the hook ${pause.hook}`;
  const where = pause.project === null ? "in every project" : "in this project";
  const text = `${what} ${where}, ${pauseText(pause)}`;
  return `${paint.yellow("paused")}  ${visibleLine(shownText(text))} ${paint.dim(`(since ${localMoment(pause.from)})`)}`;
}
