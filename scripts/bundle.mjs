// Bundles a command into few files: a program that starts on every tool call must not read hundreds of them.
// `node scripts/bundle.mjs <package>` writes the package's command, and the licences of what is in it, into its dist/bundle.
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { finish } from "./bundle/finish.mjs";
import { writeLicences } from "./bundle/licences.mjs";
import { knownPacks, writePacks } from "./bundle/packs.mjs";
import { checkGlance, parserPackage, seldomPlugin } from "./bundle/seldom.mjs";
import { apart, fileOf, oneRequire } from "./bundle/sources.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The entries of each package's command. */
const commands = {
  hookline: { main: "src/cli/main.ts" },
  // The second entry is the program with another root of the machine, for tests of managed files.
  agent: { main: "src/main.ts", program: "src/program.ts" },
};

/** What answers at a glance: whether an engine is needed at all, and what judges policies without one. */
const glances = { start: "src/cli/start.ts", judge: "src/glance/judge.ts" };

const about = (name) => JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8"));

/** The packages that are not in the bundle: those that whoever installs this one may choose, and those whose classes they share with it. */
function outside(name) {
  const own = about(name).dependencies;
  const chosen = Object.keys(about("hookline").peerDependencies).filter((peer) => !(peer in own));
  // A provider is loaded by its name, with the core beside it: messages of a second core would not be known for what they are.
  return [...chosen, "@langchain/core"];
}

/**
 * How hookline is bundled: as CommonJS, which needs no loader of modules, all that an event needs in one file and all that policies need in
 * another. Each file is a function, whose first line says what is in it: what V8 makes of it is kept (`bin/keep-compiled.cjs`).
 */
function asScripts(home, rows) {
  const parts = new Map();
  return {
    plugins: [oneRequire, knownPacks(home, rows), partsPlugin(home, parts)],
    output: {
      format: "cjs",
      entryFileNames: "[name].cjs",
      chunkFileNames: "[name]-[hash].cjs",
      minify: { compress: false, mangle: { keepNames: true }, codegen: { removeWhitespace: true } },
      codeSplitting: { groups: [{ name: (id) => parts.get(id) ?? null }] },
    },
  };
}

/** Sorts modules by what first needs them: everything that `hookline fire` loads at once, then what policies do. */
function partsPlugin(home, parts) {
  const entries = [
    ["fire", "src/cli/fire/run-fire.ts"],
    ["fire", "src/engine/engine.ts"],
    ["policy", "src/policy/index.ts"],
  ];
  // Who asks it for a name gets the module of that name, and not all others.
  const door = join(home, "src/index.ts");
  return {
    name: "parts",
    buildEnd() {
      const walk = (id, part) => {
        if (parts.has(id) || id === door) return;
        const info = this.getModuleInfo(id);
        if (!info || info.isExternal) return;
        parts.set(id, part);
        for (const next of info.importedIds) walk(next, part);
      };
      for (const [part, path] of entries) walk(join(home, path), part);
    },
  };
}

/** Bundles the command of a package. */
async function bundle(name) {
  const home = join(root, "packages", name);
  const folder = join(home, "dist/bundle");
  rmSync(folder, { recursive: true, force: true });
  const entries = Object.entries(commands[name]).map(([key, path]) => [key, join(home, path)]);
  mkdirSync(folder, { recursive: true });
  const packs = name === "hookline" ? await writePacks(home, folder) : null;
  const scripts = packs && asScripts(home, packs);
  const modules = await write(
    folder,
    Object.fromEntries(entries),
    [...outside(name), ...(scripts ? apart : [])],
    scripts,
  );
  if (scripts) {
    // What answers at a glance must be small: it shares nothing with the rest.
    const seldom = new Set();
    const quick = {
      plugins: [oneRequire, knownPacks(home, packs), seldomPlugin(home, seldom)],
      // Doors name more than what is asked of them here; no module of ours does anything by being loaded.
      input: { treeshake: { moduleSideEffects: false } },
      output: {
        ...scripts.output,
        codeSplitting: {
          groups: [{ name: (id) => (parserPackage.test(id) ? "parser" : seldom.has(id) ? "seldom" : null) }],
          includeDependenciesRecursively: false,
        },
      },
    };
    for (const [key, path] of Object.entries(glances)) {
      modules.push(...(await write(folder, { [key]: join(home, path) }, apart, quick)));
      checkGlance(folder, `${key}.cjs`);
    }
    for (const one of apart)
      modules.push(...(await write(folder, { [fileOf(one)]: one }, [], { output: scripts.output })));
  }
  writeLicences(modules, join(folder, "licences.txt"));
}

/** Writes the files of some entries, and gives the modules that are in them. */
async function write(folder, input, external, scripts) {
  const made = await rolldown({
    input,
    cwd: root,
    external: external.map((one) => new RegExp(`^${one}(/|$)`)),
    platform: "node",
    // Some packages have a form for browsers under "module", and one that no bundler can follow under "main".
    resolve: { mainFields: ["module", "main"] },
    logLevel: "silent",
    plugins: scripts?.plugins ?? [],
    ...scripts?.input,
  });
  // The maps are for the coverage of tests; named in the files, Node would read them in every measured process.
  const { output } = await made.write({
    dir: folder,
    format: "esm",
    sourcemap: "hidden",
    ...scripts?.output,
  });
  await made.close();
  const chunks = output.filter(({ type }) => type === "chunk");
  if (scripts) for (const chunk of chunks) finish(folder, chunk);
  return chunks.flatMap(({ moduleIds }) => moduleIds);
}

/** Doors that programs load which start on every tool call: each is one file, in the place of what the compiler made of it. */
const doors = { hookline: ["hook/index"], agent: [] };

/** Bundles one door of a package. */
async function bundleDoor(name, door) {
  const home = join(root, "packages", name);
  const made = await rolldown({ input: join(home, `src/${door}.ts`), platform: "node", logLevel: "silent" });
  await made.write({ file: join(home, `dist/${door}.js`), format: "esm", sourcemap: "hidden" });
  await made.close();
}

/** Programs that are started beside an agent: each is one script, which is there sooner than a module. */
const programs = { hookline: { pool: "system/process/helper/pool/main" }, agent: {} };

/** Bundles one such program. */
async function bundleProgram(name, file, path) {
  const home = join(root, "packages", name);
  const made = await rolldown({ input: join(home, `src/${path}.ts`), platform: "node", logLevel: "silent" });
  await made.write({ file: join(home, `dist/bundle/${file}.cjs`), format: "cjs", sourcemap: "hidden" });
  await made.close();
}

await bundle(argv[2]);
for (const [file, path] of Object.entries(programs[argv[2]])) await bundleProgram(argv[2], file, path);
for (const door of doors[argv[2]]) await bundleDoor(argv[2], door);
