// Line coverage of src: what vitest saw of the sources, and what V8 saw of the build in the processes that tests started.
// `node scripts/coverage.mjs <vitest's file> <folder of the processes>` prints it, and fails below 90 % of lines.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { argv, exit } from "node:process";
import { fileURLToPath } from "node:url";
import { mergeProcessCovs } from "@bcoe/v8-coverage";
import coverage from "istanbul-lib-coverage";
import v8ToIstanbul from "v8-to-istanbul";

/** The hits of each line, by source file. */
function linesOf(map) {
  const files = new Map();
  for (const path of map.files()) files.set(path, map.fileCoverageFor(path).getLineCoverage());
  return files;
}

/** What one process ran of the builds; a process that was killed has left no file, or half of one. */
function ranIn(file, builds) {
  let results;
  try {
    results = JSON.parse(readFileSync(file, "utf8")).result;
  } catch {
    return { result: [] };
  }
  return { result: results.filter(({ url }) => builds.some((build) => url.startsWith(`file://${build}`))) };
}

/** Merges what all processes ran, a few at a time: together they are hundreds of megabytes. */
function mergeProcesses(files, builds) {
  let merged = { result: [] };
  for (let at = 0; at < files.length; at += 50) {
    merged = mergeProcessCovs([merged, ...files.slice(at, at + 50).map((file) => ranIn(file, builds))]);
  }
  return merged.result;
}

/** Adds the lines of the sources that a file of the build was made of; the map beside a bundle is not named in it. */
async function addScript({ url, functions }, map) {
  const path = fileURLToPath(url);
  const beside = `${path}.map`;
  if (!existsSync(beside)) return;
  const sourcemap = JSON.parse(readFileSync(beside, "utf8"));
  if (sourcemap.sources.every(foreign)) return;
  const given = { source: readFileSync(path, "utf8"), sourceMap: { sourcemap } };
  const converter = v8ToIstanbul(path, 0, given, foreign);
  await converter.load();
  converter.applyCoverage(functions);
  map.merge(converter.toIstanbul());
}

/** If a source is not of this repository. */
function foreign(source) {
  return source.includes("node_modules/");
}

/** Gives the percentage of lines that ran anywhere, and a line of text for each file with less than nine in ten. */
async function coverageReport(root, vitestFile, processFolder) {
  const own = linesOf(coverage.createCoverageMap(JSON.parse(readFileSync(vitestFile, "utf8"))));
  const started = coverage.createCoverageMap({});
  const builds = ["hookline", "agent"].map((name) => join(root, "packages", name, "dist/"));
  const files = existsSync(processFolder) ? readdirSync(processFolder) : [];
  const paths = files.map((file) => join(processFolder, file));
  for (const script of mergeProcesses(paths, builds)) await addScript(script, started);
  const others = linesOf(started);
  let covered = 0;
  let total = 0;
  const lines = [];
  for (const [path, hits] of own) {
    const also = others.get(path) ?? {};
    const numbers = Object.keys(hits);
    const missed = numbers.filter((line) => hits[line] === 0 && !also[line]);
    covered += numbers.length - missed.length;
    total += numbers.length;
    if (missed.length > numbers.length / 10)
      lines.push(`  ${relative(root, path)}: lines ${missed.join(", ")} did not run`);
  }
  return { percent: total === 0 ? 0 : (100 * covered) / total, lines };
}

const goal = 90;

const [seen, processes] = argv.slice(2);
const root = fileURLToPath(new URL("..", import.meta.url));
const { percent, lines } = await coverageReport(root, seen, processes);
for (const line of lines) console.log(line);
console.log(`lines covered in packages/*/src: ${percent.toFixed(1)} % (at least ${goal} %)`);
exit(percent < goal ? 1 : 0);
