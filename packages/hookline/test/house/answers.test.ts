import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { answerFiles } from "../../src/cli/answers/files.ts";
import { loadVerbs } from "../../src/cli/verbs/all.ts";
import { strictSchemas } from "../e2e/strict-schemas.ts";

const root = new URL("../../../../", import.meta.url);
const files = answerFiles(await loadVerbs());

it.each([...files])("%s is what the verb says (npm run gen writes it), and a schema", (path, text) => {
  expect(readFileSync(new URL(path, root), "utf8")).toBe(text);
  // Closed, and strict about every word in it: a schema that accepts everything would say nothing.
  const validate = strictSchemas().compile(JSON.parse(text));
  expect(validate("nothing that a verb prints")).toBe(false);
});

it("no other file is in the folder", () => {
  const there = readdirSync(new URL("schema/cli/", root)).map((name) => `schema/cli/${name}`);
  expect(there.filter((path) => !files.has(path))).toEqual([]);
});
