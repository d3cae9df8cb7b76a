// Loads the files of the bundle with the machine code that V8 made of them the last time: to parse and compile them anew would
// take longer than most hooks. What V8 made is kept in the state folder of the user and read only if it is nobody else's.
"use strict";
const fs = require("node:fs");
const { userInfo } = require("node:os");
const { dirname, isAbsolute, join } = require("node:path");
const vm = require("node:vm");

/** So many files are kept: one for each file of the bundle, verb and version of Node that is in use. */
const most = 40;

/** How often a process looks whether it has compiled more than is kept: often while that is new, seldom later. */
const newForMs = 120_000;
const lookChance = { new: 1 / 5, old: 1 / 100 };

const noFollow = fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW;

/** Packages that are files of the bundle as well: what V8 makes of them is kept, too. */
const apart = new Map([
  ["re2js", "re2js.cjs"],
  ["ignore", "ignore.cjs"],
  ["@marcbachmann/cel-js", "cel-js.cjs"],
]);
const modules = new Map();
const loaded = [];

/** Runs a file of the bundle, once, and gives what it exports; what is kept for one verb is of no use to others. */
function loadBundle(folder, name, verb) {
  const known = modules.get(name);
  if (known) return known.exports;
  const module = { exports: {} };
  modules.set(name, module);
  const file = join(folder, name);
  // All of it is ASCII: nothing has to be decoded.
  const source = fs.readFileSync(file, "latin1");
  const place = cachePlace(source, name, verb);
  const kept = place === null ? null : readOwn(place);
  const script = new vm.Script(source, { filename: file, cachedData: kept?.bytes });
  const used = kept !== null && !script.cachedDataRejected;
  if (place !== null) loaded.push({ script, place, size: used ? kept.bytes.length : 0, at: kept?.at ?? 0 });
  const load = (wanted) => {
    const own = apart.get(wanted) ?? (wanted.startsWith("./") ? wanted.slice(2) : null);
    return own === null ? require(wanted) : loadBundle(folder, own, verb);
  };
  load.cache = require.cache;
  load.resolve = require.resolve;
  script.runInThisContext().call(module.exports, module.exports, load, module, file, folder, importModule);
  return module.exports;
}

/** Imports what is not in the bundle: hooks that are modules, and packages that whoever installed this one has chosen. */
function importModule(name) {
  return import(name);
}

/** Where the machine code of a file is kept; null where nothing is: the first line of a file says what is in it. */
function cachePlace(source, name, verb) {
  const { HOOKLINE_CODE_CACHE, NODE_V8_COVERAGE, XDG_STATE_HOME: base, HOME } = process.env;
  const [, digest] = /^\/\*([0-9a-f]{32})\*\//.exec(source) ?? [];
  if (!digest || HOOKLINE_CODE_CACHE === "off" || NODE_V8_COVERAGE) return null;
  const part = `${name.replace(/[^\w-]/g, "_")}-${/^[a-z]{1,20}$/.test(verb) ? verb : "help"}`;
  try {
    const home = HOME && isAbsolute(HOME) ? HOME : userInfo().homedir;
    const state = base && isAbsolute(base) ? base : join(home, ".local/state");
    const engine = `${process.versions.v8}-${process.arch}${optionsOfNode()}`;
    return join(state, "hookline/cache/code", `${digest}-${part}-${engine}`);
  } catch {
    // A user whom the machine does not know has no home.
    return null;
  }
}

/** The options that Node was started with, as a part of a name: V8 takes nothing that it made under others. */
function optionsOfNode() {
  const text = [...process.execArgv, process.env.NODE_OPTIONS ?? ""].join(" ").trim();
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return text === "" ? "" : `-${(hash >>> 0).toString(16)}`;
}

/** A file that belongs to this user alone, in a folder that does, and when it was written; null otherwise. Whoever writes it decides what runs. */
function readOwn(place) {
  try {
    if (!isOwn(fs.lstatSync(dirname(place)), 0o077)) return null;
    const fd = fs.openSync(place, noFollow);
    try {
      const stat = fs.fstatSync(fd);
      if (!stat.isFile() || !isOwn(stat, 0o022)) return null;
      const both = Buffer.allocUnsafeSlow(stat.size);
      if (fs.readSync(fd, both, 0, stat.size, 0) !== stat.size) return null;
      // V8 believes what it is given: one wrong bit, and the process dies. What is there twice needs no library to be checked.
      const bytes = both.subarray(0, stat.size / 2);
      return bytes.equals(both.subarray(stat.size / 2)) ? { bytes, at: stat.mtimeMs } : null;
    } finally {
      fs.closeSync(fd);
    }
  } catch {
    return null;
  }
}

function isOwn({ uid, mode }, forbidden) {
  return uid === process.geteuid() && (mode & forbidden) === 0;
}

/** Keeps what V8 has compiled in this process, where nothing is kept yet, or less. A folder that cannot be written costs time and nothing else. */
function keepCompiled() {
  const luck = Math.random();
  for (const { script, place, size, at } of loaded) {
    const chance = Date.now() - at < newForMs ? lookChance.new : lookChance.old;
    if (size > 0 && luck > chance) continue;
    try {
      const bytes = script.createCachedData();
      if (bytes.length > size) write(place, bytes);
    } catch {
      // The next process tries again.
    }
  }
}

/** Writes a file, twice the same in it, and removes the oldest; only in a folder of this user, and only what is named as here. */
function write(place, bytes) {
  const folder = dirname(place);
  makeFolders(folder);
  if (!isOwn(fs.lstatSync(folder), 0o077)) return;
  const draft = `${place}.${process.pid}.tmp`;
  try {
    fs.writeFileSync(draft, Buffer.concat([bytes, bytes]), { mode: 0o600, flag: "wx" });
    fs.renameSync(draft, place);
  } catch (error) {
    fs.rmSync(draft, { force: true });
    throw error;
  }
  const ages = fs
    .readdirSync(folder)
    .filter((name) => /^[0-9a-f]{32}-/.test(name))
    .map((name) => [join(folder, name), fs.statSync(join(folder, name)).mtimeMs])
    .sort(([, one], [, other]) => other - one);
  for (const [path] of ages.slice(most)) fs.rmSync(path, { force: true });
}

/** One by one: in some folders of the kernel (`/proc`) Node's own way tries for ever. */
function makeFolders(folder) {
  if (fs.existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolders(dirname(folder));
  fs.mkdirSync(folder, { mode: 0o700 });
}

module.exports = { keepCompiled, loadBundle };
