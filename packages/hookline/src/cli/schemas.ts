import { type JsonObject, jsonOf } from "../contract/json.ts";
import { builtInEvents, suggest } from "../index.ts";
import { isThere } from "../system/local-files.ts";
import { readWhole } from "../system/whole-file.ts";
import { packagedFile } from "./packaged.ts";
import { UsageError, type Verb } from "./verb.ts";

const draft = "https://json-schema.org/draft/2020-12/schema";

/** A schema: its text, and the file of this package that holds it, if one does. */
export interface Schema {
  readonly text: string;
  readonly file: string | null;
}

/** Schemas of files that people write: one name each, if this version has it. */
const files: { readonly [name: string]: string } = {
  hooks: "hooks.schema.json",
  tests: "tests.schema.json",
};

/** The names of the schemas of files that there are. */
export function fileSchemas(): readonly string[] {
  return Object.keys(files).filter((name) => isThere(pathOf(files[name] ?? "")));
}

/** The schema of a file that people write. */
export function fileSchema(name: string): Schema {
  return read(files[name] ?? "");
}

/** The schema of what the hooks of an event get, or of what they may answer. */
export function eventSchema(name: string, part: "payload" | "answer"): Schema {
  const names = builtInEvents.map((spec) => spec.name);
  if (names.includes(name)) return read(`events/${name}.${part}.json`);
  const meant = suggest(name, names);
  const hint = meant ? `did you mean ${meant}?` : '"hookline schema --list" shows the names';
  throw new UsageError(name === "" ? `name an event: ${hint}` : `there is no event "${name}"; ${hint}`);
}

/** The schema of what a verb prints with `--json`. */
export function verbSchema(verbs: readonly Verb[], words: readonly string[]): Schema {
  const known = answering(verbs);
  const wanted = words.join(" ");
  const found = known.find(({ name }) => name === wanted);
  if (!found) {
    const meant = suggest(
      wanted,
      known.map(({ name }) => name),
    );
    const hint = meant ? `did you mean ${meant}?` : `there are ${known.map(({ name }) => name).join(", ")}`;
    throw new UsageError(`no verb "${wanted}" with a schema of what it prints as JSON; ${hint}`);
  }
  const title = `What "hookline ${wanted} --json" prints`;
  return { text: `${JSON.stringify({ $schema: draft, title, ...found.answers }, null, 2)}\n`, file: null };
}

/** The verbs, and those under others, that say what they print as JSON. */
export function answering(
  verbs: readonly Verb[],
): readonly { readonly name: string; readonly answers: JsonObject }[] {
  return verbs.flatMap((verb) => [
    ...(verb.answers ? [{ name: verb.name, answers: verb.answers }] : []),
    ...answering(verb.verbs ?? []).map(({ name, answers }) => ({ name: `${verb.name} ${name}`, answers })),
  ]);
}

function read(name: string): Schema {
  const file = pathOf(name);
  const content = readWhole(file);
  if ("error" in content || jsonOf(content.text) === undefined)
    throw new UsageError(`${file} cannot be read: install hookline again`);
  return { text: content.text, file };
}

function pathOf(name: string): string {
  return packagedFile(`dist/schema/${name}`);
}
