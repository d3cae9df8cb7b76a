// Bundles a command into few files: a program that starts on every tool call must not read hundreds of them.
// `node scripts/bundle.mjs <package>` writes the package's command, and the licences of what is in it, into its dist/bundle.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The entries of each package's command. */
const commands = {
  hookline: { main: "src/cli/main.ts" },
  // The second entry is the program with another root of the machine, for tests of managed files.
  agent: { main: "src/main.ts", program: "src/program.ts" },
};

const about = (name) => JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8"));

/** The packages that are not in the bundle: those that whoever installs this one may choose, and those whose classes they share with it. */
function outside(name) {
  const own = about(name).dependencies;
  const chosen = Object.keys(about("hookline").peerDependencies).filter((peer) => !(peer in own));
  // A provider is loaded by its name, with the core beside it: messages of a second core would not be known for what they are.
  return [...chosen, "@langchain/core"];
}

/** The text of a package's licence, or the name of it. */
function licence(home) {
  const file = readdirSync(home).find((entry) => /^licen[cs]e/i.test(entry));
  if (file) return readFileSync(join(home, file), "utf8").trim();
  return JSON.parse(readFileSync(join(home, "package.json"), "utf8")).license ?? "no licence is named";
}

/** The folder of the package that a module belongs to; undefined for our own. */
function homeOf(module) {
  return /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(module)?.[1];
}

/** Writes the licences of the packages whose code is in the bundle. */
function writeLicences(modules, file) {
  const homes = [...new Set(modules.map(homeOf))].filter(
    (home) => home && existsSync(join(home, "package.json")),
  );
  const parts = homes.sort().map((home) => `${home.split("/node_modules/").pop()}\n\n${licence(home)}\n`);
  writeFileSync(file, parts.join(`\n${"-".repeat(78)}\n\n`));
}

/** Bundles the command of a package. */
async function bundle(name) {
  const home = join(root, "packages", name);
  const folder = join(home, "dist/bundle");
  const entries = Object.entries(commands[name]).map(([key, path]) => [key, join(home, path)]);
  const external = outside(name).map((peer) => new RegExp(`^${peer}(/|$)`));
  const made = await rolldown({
    input: Object.fromEntries(entries),
    external,
    platform: "node",
    // Some packages have a form for browsers under "module", and one that no bundler can follow under "main".
    resolve: { mainFields: ["module", "main"] },
    logLevel: "silent",
  });
  // The maps are for the coverage of tests; named in the files, Node would read them in every measured process.
  const { output } = await made.write({
    dir: folder,
    cleanDir: true,
    format: "esm",
    sourcemap: "hidden",
  });
  await made.close();
  const modules = output.flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []));
  writeLicences(modules, join(folder, "licences.txt"));
}

await bundle(argv[2]);
