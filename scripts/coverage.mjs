// Line coverage of src: what vitest saw of the sources, and what V8 saw of the build in the processes that tests started.
// `node scripts/coverage.mjs <vitest's file> <folder of the processes>` prints it, and fails below 90 % of lines.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { argv, exit } from "node:process";
import { fileURLToPath } from "node:url";
import coverage from "istanbul-lib-coverage";
import v8ToIstanbul from "v8-to-istanbul";

/** The hits of each line, by source file. */
function linesOf(map) {
  const files = new Map();
  for (const path of map.files()) files.set(path, map.fileCoverageFor(path).getLineCoverage());
  return files;
}

/** Adds the lines that one process of the build ran; a process that was killed has left no file, or half of one. */
async function addProcess(file, map, builds) {
  let results;
  try {
    results = JSON.parse(readFileSync(file, "utf8")).result;
  } catch {
    return;
  }
  for (const { url, functions } of results) {
    if (!builds.some((build) => url.startsWith(`file://${build}`))) continue;
    const converter = v8ToIstanbul(fileURLToPath(url));
    await converter.load();
    converter.applyCoverage(functions);
    map.merge(converter.toIstanbul());
  }
}

/** Gives the percentage of lines that ran anywhere, and a line of text for each file with less than nine in ten. */
async function coverageReport(root, vitestFile, processFolder) {
  const own = linesOf(coverage.createCoverageMap(JSON.parse(readFileSync(vitestFile, "utf8"))));
  const started = coverage.createCoverageMap({});
  const builds = ["hookline", "agent"].map((name) => join(root, "packages", name, "dist/"));
  const files = existsSync(processFolder) ? readdirSync(processFolder) : [];
  for (const file of files) await addProcess(join(processFolder, file), started, builds);
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
