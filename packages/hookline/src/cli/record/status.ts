import type { JsonObject } from "../../contract/json.ts";
import { createEngine, type Engine } from "../../index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { localMoment } from "../audit/moments.ts";
import { lasting } from "../duration.ts";
import { workingFolder } from "../folder.ts";
import { paintFor } from "../render.ts";
import { defineVerb, type VerbOptions } from "../verb.ts";
import { visibleLine } from "../visible.ts";

/** The JSON Schema of how things stand with the recording. */
export const statusSchema: JsonObject = {
  type: "object",
  additionalProperties: false,
  required: ["recording", "problem", "folder", "bytes", "mostBytes"],
  properties: {
    recording: {
      type: "array",
      items: {
        type: "object",
        additionalProperties: false,
        required: ["project", "from", "until", "by"],
        properties: {
          project: { type: ["string", "null"] },
          from: { type: "string", format: "date-time" },
          until: { type: "string", format: "date-time" },
          by: { type: "string" },
        },
      },
    },
    problem: { type: ["string", "null"] },
    folder: { type: "string" },
    bytes: { type: "integer", minimum: 0 },
    mostBytes: { type: "integer" },
  },
};

/** `hookline record status`: is it on, until when, and how much is there? */
export const statusVerb = defineVerb({
  name: "status",
  summary: "whether events are recorded here, until when, and how much there is",
  examples: [
    "hookline record status",
    "hookline record status --json",
    "",
    "Exit status: 0; 1 if the file that says so cannot be believed.",
  ],
  answers: statusSchema,
  declare: (command) => command.option("--json", "print it as JSON"),
  run: (_args, options) => showStatus(options),
});

/** Shows how things stand with the recording; gives the exit status. */
export async function showStatus(options: VerbOptions): Promise<number> {
  const engine = await createEngine({ cwd: workingFolder(options) });
  try {
    const book = engine.recording();
    if (options.json === true) writeWhole(1, `${JSON.stringify(asJson(book), null, 2)}\n`);
    else if (options.quiet !== true) writeWhole(1, render(book));
    const { problem } = book;
    if (problem) writeWhole(2, `${visibleLine(`hookline: ${problem.why}; ${problem.mend}`)}\n`);
    return problem ? 1 : 0;
  } finally {
    await engine.close();
  }
}

type Book = ReturnType<Engine["recording"]>;

function asJson({ inForce, problem, folder, bytes, mostBytes }: Book): JsonObject {
  const moment = (at: number) => new Date(at).toISOString();
  const recording = inForce.map(({ project, from, until, by }) => {
    return { project, from: moment(from), until: moment(until), by };
  });
  return { recording, problem: problem && `${problem.why}; ${problem.mend}`, folder, bytes, mostBytes };
}

function render({ inForce, folder, bytes, mostBytes }: Book): string {
  const paint = paintFor(1);
  const lines = inForce.map(({ project, until, by }) => {
    const where = project === null ? "every project" : "this project";
    const left = lasting(until - Date.now());
    return `${paint.green("on")}  ${where}, until ${localMoment(until)} (${left} left), by ${visibleLine(by)}`;
  });
  if (lines.length === 0) lines.push(`${paint.yellow("off")}  "hookline record start" switches it on`);
  const size = `${megabytes(bytes)} of at most ${megabytes(mostBytes)}; the sessions that were quiet for the longest go first`;
  return `${[...lines, `${size}, in ${visibleLine(folder)}`].join("\n")}\n`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(bytes < 10 * 1024 * 1024 ? 1 : 0)} MB`;
}
