// Makes docs/seed-coverage.md: each item of the seeds with the tests that show it. `--check` only compares, `--json` prints what was found.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { argv, exit, stderr, stdout } from "node:process";
import { fileURLToPath } from "node:url";
import { allTags } from "./seed-tags.mjs";

const path = "docs/seed-coverage.md";
const folder = "packages/hookline/test/seeds";

const seeds = {
  W: "Wingman-AI, “Hooks System”",
  G: "GenCode, proposal 0009",
  F: "Code-Forge, phase 4.2",
  C: "CLI-Agent, hooks specification",
  S: "Go plan, spec 07",
};

/** What an item waits for. */
const waits = {
  agent: "waits for the coding agent",
  audit: "waits for the audit trail",
  never: "cannot be shown by a test",
};

/** The items, what waits, and the tests that show each item. */
export function seedCoverage(root) {
  const read = (name) => JSON.parse(readFileSync(join(root, folder, name), "utf8"));
  const tags = allTags(root);
  const shown = new Map();
  for (const { ids, ...test } of tags) {
    if (test.title === null || test.skipped) continue;
    for (const id of new Set(ids)) shown.set(id, [...(shown.get(id) ?? []), test]);
  }
  return { items: read("items.json"), waiting: read("waiting.json"), tags, shown };
}

/** One of: shown, waiting, not shown. */
function stateOf({ id }, { shown, waiting }) {
  return shown.has(id) ? "shown" : Object.hasOwn(waiting, id) ? "waiting" : "not shown";
}

/** A text that may stand in a cell of a table. */
function cell(text) {
  return text.replace(/\|/g, "\\|").replace(/\s+/g, " ");
}

/** A link to a test file; what it shows is found there by its tag. */
function link(file) {
  return `[${file.replace(/^packages\/(\w+)\/test\//, (_, name) => (name === "hookline" ? "" : `${name}: `))}](../${file})`;
}

/** The row of one item. */
function itemRow(item, coverage) {
  const { id, status, text } = item;
  const requirement = status === "v1" ? text : `(${status}) ${text}`;
  const state = stateOf(item, coverage);
  const tests = coverage.shown.get(id) ?? [];
  const { until, why } = coverage.waiting[id] ?? {};
  const ours = {
    shown: tests.map(({ title }) => cell(title)).join("<br>"),
    waiting: `*${waits[until]}:* ${cell(why ?? "")}`,
    "not shown": "**not shown**",
  };
  return `| ${id} | ${cell(requirement)} | ${ours[state]} | ${tests.map(({ file }) => link(file)).join("<br>")} |`;
}

/** The row of counts for these items. */
function countRow(name, items, coverage) {
  const count = (state) => items.filter((item) => stateOf(item, coverage) === state).length;
  return `| ${name} | ${items.length} | ${count("shown")} | ${count("waiting")} | ${count("not shown")} |`;
}

/** The text of the document. */
export function coverageDocument(coverage) {
  const { items, shown } = coverage;
  const required = items.filter(({ status }) => status === "v1");
  const ofSeed = (list, seed) => list.filter(({ id }) => id.startsWith(`${seed}-`));
  const lines = [
    "# Seed coverage",
    "",
    "<!-- Made by `npm run gen` from the `// shows:` tags in the tests and from packages/hookline/test/seeds: change those, not this file. -->",
    "",
    "Hookline grew from five documents. Each thing that one of them requires is an item here, with the tests that show it. Items that a",
    "document leaves for later are listed only where a test shows them already.",
    "",
    "| seed | required | shown | waiting | not shown |",
    "| --- | --- | --- | --- | --- |",
    ...Object.keys(seeds).map((seed) =>
      countRow(`${seed}: ${seeds[seed]}`, ofSeed(required, seed), coverage),
    ),
    countRow("all", required, coverage),
  ];
  for (const [seed, name] of Object.entries(seeds)) {
    const rows = ofSeed(items, seed).filter(({ id, status }) => status === "v1" || shown.has(id));
    lines.push(
      "",
      `## ${seed}: ${name}`,
      "",
      "| item | requirement | ours | test file |",
      "| --- | --- | --- | --- |",
    );
    lines.push(...rows.map((item) => itemRow(item, coverage)));
  }
  return `${lines.join("\n")}\n`;
}

/** The generated file: its path from the root, and its text. */
export function coverageFile(root) {
  return [path, coverageDocument(seedCoverage(root))];
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const [, text] = coverageFile(root);
  const there = existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : null;
  if (argv.includes("--json")) {
    const { items, waiting, tags, shown } = seedCoverage(root);
    stdout.write(`${JSON.stringify({ items, waiting, tags, shown: [...shown.keys()] })}\n`);
  } else if (argv.includes("--check")) {
    if (there !== text) stderr.write(`${path}: differs from the tags in the tests; run npm run gen\n`);
    exit(there === text ? 0 : 1);
  } else if (there !== text) {
    writeFileSync(join(root, path), text);
  }
}
