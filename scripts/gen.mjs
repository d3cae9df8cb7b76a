// Writes every file that is made from the source; with --check it writes nothing and names the files that differ.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { argv, exit, stderr, stdout } from "node:process";
import { fileURLToPath } from "node:url";
import { answerFiles } from "../packages/hookline/dist/cli/answers/files.js";
import { recipesPage } from "../packages/hookline/dist/cli/recipes/page.js";
import { loadVerbs } from "../packages/hookline/dist/cli/verbs/all.js";
import { generatedFiles } from "../packages/hookline/dist/config/generated-files.js";
import { builtInEvents, createCatalog } from "../packages/hookline/dist/events/catalog.js";
import { tools } from "../packages/hookline/dist/events/tools.js";
import { helperFiles } from "../packages/hookline/dist/hook/helper-tables.js";
import { allRunners } from "../packages/hookline/dist/runners/all.js";
import { testFileSchema } from "../packages/hookline/dist/testing/schema.js";
import { scorecardFile } from "./scorecard.mjs";
import { coverageFile } from "./seed-coverage.mjs";
import { speedFiles } from "./speed-page.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Every generated file: its path from the root, and its text. */
const files = new Map([
  ...generatedFiles(createCatalog(), allRunners),
  ["schema/tests.schema.json", `${JSON.stringify(testFileSchema, null, 2)}\n`],
  ...answerFiles(await loadVerbs()),
  ["docs/recipes.md", recipesPage()],
  ...helperFiles(builtInEvents, tools, (path) => readFileSync(join(root, path), "utf8")),
  coverageFile(root),
  await scorecardFile(root),
  ...speedFiles(root),
]);

/** The folders in which every file is generated: what is there and is not in the list is left over. */
const folders = ["schema/events", "schema/cli"];

/** The text of a file, or null if there is none. */
function textOf(path) {
  return existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : null;
}

const different = [...files.keys()].filter((path) => textOf(path) !== files.get(path));
const leftOver = folders
  .filter((folder) => existsSync(join(root, folder)))
  .flatMap((folder) => readdirSync(join(root, folder)).map((name) => `${folder}/${name}`))
  .filter((path) => !files.has(path));

if (argv.includes("--check")) {
  for (const path of different) stderr.write(`${path}: differs from what the source says; run npm run gen\n`);
  for (const path of leftOver) stderr.write(`${path}: is no longer generated; run npm run gen\n`);
  exit(different.length + leftOver.length > 0 ? 1 : 0);
}

for (const path of different) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), files.get(path));
}
for (const path of leftOver) rmSync(join(root, path));
stdout.write(`${different.length} written, ${leftOver.length} removed, ${files.size} in all\n`);
