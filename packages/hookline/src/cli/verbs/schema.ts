import { relative, resolve } from "node:path";
import type { JsonObject } from "../../contract/json.ts";
import { builtInEvents, suggest } from "../../index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { workingFolder } from "../folder.ts";
import { writeOut } from "../out-file.ts";
import { answering, eventSchema, fileSchema, fileSchemas, type Schema, verbSchema } from "../schemas.ts";
import { defineVerb, textOption, UsageError } from "../verb.ts";
import { visibleLine } from "../visible.ts";

const list = (items: JsonObject = { type: "string" }): JsonObject => ({ type: "array", items });

/** `hookline schema`: prints the JSON Schema of hook files, of events, and of what verbs print. */
export const schemaVerb = defineVerb({
  name: "schema",
  summary: "print the JSON Schema of hook files, of events, or of what a verb prints as JSON",
  examples: [
    "hookline schema --out .hookline/hooks.schema.json",
    "hookline schema event PreToolUse           (what its hooks get)",
    "hookline schema event PreToolUse --answer  (what they may answer)",
    "hookline schema cli trust list             (what hookline trust list --json prints)",
    "hookline schema --list",
    "",
    'An editor completes and explains a hook file that begins with a $schema line: "$schema": "./hooks.schema.json", where that file is.',
    "It is part of the package as well, in dist/schema; nothing is fetched from anywhere. Exit status: 0, or 1 for a wrong call.",
  ],
  answers: {
    description: "With --list; everything else that it prints is a JSON Schema.",
    type: "object",
    additionalProperties: false,
    required: ["files", "events", "cli"],
    properties: { files: list(), events: list(), cli: list() },
  },
  completes: { what: ["hooks", "tests", "event", "cli"], name: builtInEvents.map(({ name }) => name) },
  declare: (command) =>
    command
      .argument("[what]", "hooks (if absent), tests, event or cli")
      .argument("[name...]", "the event, or the verb")
      .option("--answer", "of an event: what its hooks may answer, not what they get")
      .option("--list", "list what there is a schema of")
      .option("--json", "with --list: as JSON")
      .option("--out <file>", "write it to this file instead of printing it, and say how an editor finds it")
      .option("--force", "write over a file that is there"),
  async run([what = "hooks", ...names], options) {
    // Read late: the register of verbs names this verb as well.
    const verbs = await (await import("./all.ts")).loadVerbs();
    if (options.list === true) {
      const events = builtInEvents.map(({ name }) => name);
      const there = { files: fileSchemas(), events, cli: answering(verbs).map(({ name }) => name) };
      writeWhole(1, options.json === true ? `${JSON.stringify(there, null, 2)}\n` : listed(there));
      return 0;
    }
    if (options.answer === true && what !== "event")
      throw new UsageError("--answer goes with an event: hookline schema event PreToolUse --answer");
    const schema = pick(what, names, options.answer === true, () => verbSchema(verbs, names));
    const out = textOption(options, "out");
    if (out === undefined) {
      writeWhole(1, schema.text);
      return 0;
    }
    const cwd = workingFolder(options);
    writeOut(cwd, out, schema.text, 0o644, options.force === true);
    if (options.quiet !== true) writeWhole(2, told(cwd, what, out, schema));
    return 0;
  },
});

function pick(what: string, names: readonly string[], answer: boolean, ofVerb: () => Schema): Schema {
  if (what === "event") return eventSchema(names.join(" "), answer ? "answer" : "payload");
  if (what === "cli") return ofVerb();
  const known = fileSchemas();
  if (!known.includes(what)) {
    const meant = suggest(what, [...known, "event", "cli"]);
    const hint = meant
      ? `did you mean ${meant}?`
      : `there are ${[...known, "event NAME", "cli VERB"].join(", ")}`;
    throw new UsageError(`there is no schema "${visibleLine(what)}"; ${hint}`);
  }
  if (names.length > 0)
    throw new UsageError(`"hookline schema ${what}" takes no name: leave out ${names.join(" ")}`);
  return fileSchema(what);
}

function told(cwd: string, what: string, out: string, { file }: Schema): string {
  const lines = [`written to ${visibleLine(out)}`];
  if (what === "hooks") {
    const way = relative(resolve(cwd, ".hookline"), resolve(cwd, out));
    const line = `"$schema": "${way.startsWith(".") ? way : `./${way}`}"`;
    lines.push(
      `Let .hookline/hooks.json begin with ${visibleLine(line)}, and editors complete and explain it.`,
    );
    if (file !== null) lines.push(`The same file, always of the installed version: ${visibleLine(file)}`);
  }
  return `${lines.join("\n")}\n`;
}

function listed({ files, events, cli }: { readonly [name: string]: readonly string[] }): string {
  const lines = [
    ...(files ?? []).map((name) => `hookline schema ${name}`),
    ...(events ?? []).map((name) => `hookline schema event ${name}`),
    ...(cli ?? []).map((name) => `hookline schema cli ${name}`),
  ];
  return `${lines.join("\n")}\n`;
}
