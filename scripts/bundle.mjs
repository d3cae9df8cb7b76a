// Bundles a command into few files: a program that starts on every tool call must not read hundreds of them.
// `node scripts/bundle.mjs <package>` writes the package's command, and the licences of what is in it, into its dist/bundle.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { Script } from "node:vm";
import { rolldown } from "rolldown";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The entries of each package's command. */
const commands = {
  hookline: { main: "src/cli/main.ts" },
  // The second entry is the program with another root of the machine, for tests of managed files.
  agent: { main: "src/main.ts", program: "src/program.ts" },
};

/** What answers at a glance: whether an engine is needed at all, and what judges policies without one. */
const glances = { quick: "src/cli/quick.ts", judge: "src/glance/judge.ts" };

const about = (name) => JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8"));

/** Packages that few events need: each is a file of its own, which is read when it is asked for. */
const apart = ["re2js", "ignore", "@marcbachmann/cel-js"];

/** The file of such a package. */
const fileOf = (name) => name.replace(/^.*\//, "");

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

/** The first decoder of a process takes a while to load, and this one is for what few commands hold. */
function withLaterDecoder(code) {
  const made = 'const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });';
  const use = "utf8.decode(";
  if (!code.includes(made) || !code.includes(use))
    throw new Error("unbash decodes in another way: look again");
  return code
    .replace(made, "let utf8;")
    .replace(use, '(utf8 ??= new TextDecoder("utf-8", { ignoreBOM: true })).decode(');
}

/** Sources ask for packages that are seldom needed when they need them; in a bundle of CommonJS that is a plain `require`. */
const oneRequire = {
  name: "one-require",
  transform(code, id) {
    if (id.endsWith("/unbash/dist/ansi-c.js")) return withLaterDecoder(code);
    if (id.includes("/node_modules/")) return null;
    const whole = /^import \* as (\w+) from "([^"]+)";$/m.exec(code);
    if (whole && apart.includes(whole[2]))
      return code.replace(whole[0], `const ${whole[1]} = __later(() => require("${whole[2]}"));`);
    if (!code.includes("import.meta.url")) return null;
    const own = code
      .replaceAll("fileURLToPath(import.meta.url)", "__filename")
      .replace(/^const require = createRequire\(import\.meta\.url\);$/m, "");
    return own.replaceAll("createRequire(import.meta.url)", "require");
  },
};

/** The file of a pack. */
const packFile = (name) => `pack-${name}.txt`;

/** The packs as data, with what can be found out about their rules now: most events are judged without the language of rules, and with one pack or two. */
async function writePacks(home, folder) {
  const { packsKnown } = await import(join(home, "dist/policy/packs-known.js"));
  const { packText } = await import(join(home, "dist/policy/pack-text.js"));
  const { judgeTools } = await import(join(home, "dist/runners/judge-tools.js"));
  return packsKnown(judgeTools).map((data) => {
    const { rules: _, ...row } = data.pack;
    const { text, head } = packText(data);
    writeFileSync(join(folder, packFile(row.name)), text);
    return { row, head };
  });
}

/** Reads a file as the command reads others: what Node needs for that is loaded then. */
const openFile = `const open = (file) => () => {
  const fd = openSync(resolve(__dirname, file), "r");
  const bytes = Buffer.allocUnsafeSlow(Number(fstatSync(fd, { bigint: true }).size));
  readSync(fd, bytes, 0, bytes.length, 0);
  closeSync(fd);
  return (start, end) => bytes.latin1Slice(start, end);
};`;

/** Puts what reads those files in the place of the modules of all packs. */
function knownPacks(home, rows) {
  const list = rows.map(({ row, head }) => {
    return `laterPack(${JSON.stringify(row)}, ${head}, open("${packFile(row.name)}"))`;
  });
  const code = [
    'import { closeSync, fstatSync, openSync, readSync } from "node:fs";',
    'import { resolve } from "node:path";',
    'import { laterPack } from "../pack-text.ts";',
    openFile,
    `export const allPacks = [${list.join(",")}];`,
  ];
  return {
    name: "known-packs",
    load: (id) => (id === join(home, "src/policy/packs/all.ts") ? code.join("\n") : null),
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

/**
 * What neither a glance nor judging a plain command needs: it is a file of its own, which is read when something of it is first asked
 * for. Each of these with what nothing else imports.
 */
const seldomNeeded = [
  "src/contract/canonical.ts",
  "src/system/digest.ts",
  "src/system/folders.ts",
  "src/system/whole-file.ts",
  "src/system/make-folders.ts",
  "src/events/catalog.ts",
  "src/contract/redact.ts",
  "src/contract/secret-shapes.ts",
  "src/contract/secrets.ts",
  "src/contract/suggest.ts",
  "src/policy/allowance.ts",
  "src/policy/read-rule.ts",
  "src/policy/redaction.ts",
  "src/policy/secret-lines.ts",
  "src/policy/expression/expressions.ts",
  "src/policy/expression/filter.ts",
  "src/policy/expression/filter-nodes.ts",
  "src/policy/expression/rule-environment.ts",
  "src/policy/expression/syntax.ts",
  "src/policy/expression/narrowing.ts",
  "src/policy/accesses/code-commands.ts",
  "src/policy/accesses/code-uses.ts",
  "src/policy/accesses/file-text.ts",
  "src/policy/accesses/program-text.ts",
  "src/policy/accesses/remote-paths.ts",
  "src/policy/accesses/run-files.ts",
  "src/policy/accesses/tool-hosts.ts",
  "src/policy/accesses/touched-hosts.ts",
  "src/policy/texts.ts",
  "src/shell/reading/braces.ts",
  "src/shell/reading/compounds.ts",
  "src/shell/reading/generators.ts",
  "src/shell/reading/parameters.ts",
  "src/shell/reading/substitution.ts",
  "src/system/folder-obstacle.ts",
  "src/system/git-branch.ts",
  "src/system/patterns/linear-syntax.ts",
  "src/system/process/capture.ts",
  "src/system/script-text.ts",
];

/** Packages that are needed as seldom: colours; and what parses commands, a file by itself, since those that need it need little else. */
const seldomPackages = /\/node_modules\/picocolors\//;
const parserPackage = /\/node_modules\/unbash\//;

/** Finds the modules of the second file. */
function seldomPlugin(home, seldom) {
  return {
    name: "seldom",
    buildEnd() {
      seldom.clear();
      const known = [...this.getModuleIds()];
      const named = new Set(seldomNeeded.map((path) => join(home, path)));
      for (const id of known) if (named.has(id) || seldomPackages.test(id)) seldom.add(id);
      // Whatever only they import goes with them.
      for (let more = true; more; ) {
        more = false;
        for (const id of known) {
          const info = this.getModuleInfo(id);
          if (!info || info.isExternal || info.isEntry || seldom.has(id)) continue;
          if (info.importers.length > 0 && info.importers.every((one) => seldom.has(one))) {
            seldom.add(id);
            more = true;
          }
        }
      }
    },
  };
}

/** Throws if a file asks for what is seldom needed before anybody asks it for something: then it would be loaded each time. */
function checkGlance(folder, name) {
  const module = { exports: {} };
  const load = (wanted) => {
    if (wanted.startsWith("./")) throw new Error(`${name} needs ${wanted} to be loaded: mend seldomNeeded`);
    return createRequire(import.meta.url)(wanted);
  };
  const file = join(folder, name);
  const run = new Script(readFileSync(file, "latin1"), { filename: file }).runInThisContext();
  run.call(module.exports, module.exports, load, module, file, folder);
}

/** Modules of Node that take milliseconds to load: those who use one wait for it, nobody else. */
const slow = new Set(
  [
    "buffer",
    "child_process",
    "crypto",
    "dgram",
    "dns/promises",
    "fs/promises",
    "http",
    "https",
    "net",
    "os",
    "stream",
    "tls",
  ].map((name) => `node:${name}`),
);

/** Gives a module that is loaded when something of it is first asked for; and the time, by a clock for which nothing has to be loaded. */
const later =
  "const __later = (load) => new Proxy({}, { get: (_, name) => load()[name] }); const __now = () => { const [s, ns] = process.hrtime(); return s * 1e3 + ns / 1e6; };";

/** Makes a file an ASCII function: it need not be decoded, and its lines stay what the maps say. The digest of it stands before it. */
function finish(folder, { fileName }) {
  const path = join(folder, fileName);
  const text = readFileSync(path, "utf8").replace(
    /[^\n\x20-\x7e\t\r]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  const lazy = text.replace(
    /\b(?:let|const) (\w+)=require\("((?:node:|\.\/)[\w./-]+)"\);/g,
    (line, name, module) =>
      slow.has(module) || /^\.\/(?:seldom|parser)-/.test(module)
        ? `let ${name} = __later(() => require("${module}"));`
        : line,
  );
  // What is not in the bundle is imported by the file that loads it: a script has no loader of its own.
  const whole = lazy
    .replace(/(?<=[=>[,(;\s])import\(/g, "__import(")
    .replaceAll("performance.now()", "__now()");
  const digest = createHash("sha256").update(whole).digest("hex").slice(0, 32);
  const head = `(function (exports, require, module, __filename, __dirname, __import) {`;
  writeFileSync(path, `/*${digest}*/${head}${later}${whole}\n})\n`);
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

await bundle(argv[2]);
for (const door of doors[argv[2]]) await bundleDoor(argv[2], door);
