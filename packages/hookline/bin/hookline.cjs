#!/usr/bin/env node
// The command. It runs the bundle with what V8 made of it before; why it is so short stands in README.md.
"use strict";
const fs = require("node:fs");

const bundle = `${__dirname.slice(0, -3)}dist/bundle`;
const words = process.argv.slice(2);
const apart = { re2js: "re2js.cjs", ignore: "ignore.cjs", "@marcbachmann/cel-js": "cel-js.cjs" };
const modules = {};
const scripts = [];

/** Runs a file of the bundle, once, and gives what it exports. */
const load = (function load(name) {
  if (modules[name]) return modules[name].exports;
  const module = { exports: {} };
  modules[name] = module;
  const file = `${bundle}/${name}`;
  const { bytes } = read(file, fs.constants.O_RDONLY, () => true);
  const source = Buffer.prototype.latin1Slice.call(bytes);
  const place = placeOf(source, name);
  const kept = place && keptAt(place);
  const { Script } = require("node:vm");
  const script = new Script(source, { filename: file, cachedData: kept?.bytes });
  const size = kept && !script.cachedDataRejected ? kept.bytes.length : 0;
  if (place) scripts.push({ script, place, size, at: kept?.at ?? 0, times: size > 0 ? kept.times : 0 });
  script.runInThisContext().call(module.exports, module.exports, requireFrom, module, file, bundle, imported);
  return module.exports;
});

const requireFrom = (function requireFrom(wanted) {
  if (wanted === "node:fs") return fs;
  if (wanted.startsWith("./")) return load(wanted.slice(2));
  return Object.hasOwn(apart, wanted) ? load(apart[wanted]) : require(wanted);
});

/** Where what V8 makes of a file is kept, by verb: what one needs is of no use to others. Null where nothing is. */
const placeOf = (function placeOf(source, name) {
  const { HOOKLINE_CODE_CACHE, NODE_V8_COVERAGE, NODE_OPTIONS = "", XDG_STATE_HOME, HOME } = process.env;
  if (HOOKLINE_CODE_CACHE === "off" || NODE_V8_COVERAGE || !source.startsWith("/*")) return null;
  try {
    const given = `${process.execArgv}${NODE_OPTIONS}`;
    const made = `${process.versions.v8}-${process.arch}${given && encodeURIComponent(`-${given}`).slice(0, 90)}`;
    const verb = words[0] === "fire" || /^[a-z]{1,20}$/.test(words[0]) ? words[0] : "help";
    const home = HOME?.startsWith("/") ? HOME : require("node:os").userInfo().homedir;
    const state = XDG_STATE_HOME?.startsWith("/") ? XDG_STATE_HOME : `${home}/.local/state`;
    return `${state}/hookline/cache/code/${source.slice(2, 34)}-${name}-${verb}-${made}`;
  } catch {
    return null;
  }
});

/** What is kept in a file that this user made and nobody else can read or write; null if it is anything else. Whoever writes it decides what runs. */
const keptAt = (function keptAt(place) {
  try {
    const { bytes, at } = read(place, fs.constants.O_NOFOLLOW, isOwn);
    const half = (bytes.length - 1) / 2;
    const kept = bytes.subarray(0, half);
    // V8 believes what it is given: one wrong bit, and the process dies.
    if (!Buffer.prototype.equals.call(kept, bytes.subarray(half, half * 2))) return null;
    return { bytes: kept, at, times: bytes[half * 2] };
  } catch {
    return null;
  }
});

const isOwn = (function isOwn({ mode, nlink, uid }) {
  return (mode & 0o170077) === 0o100000 && nlink === 1 && uid === process.geteuid();
});

/** The bytes of a file that is as it should be, and when it was written. */
const read = (function read(path, flags, fits) {
  const fd = fs.openSync(path, flags | fs.constants.O_NONBLOCK);
  try {
    const stat = fs.fstatSync(fd);
    const bytes = new Uint8Array(fits(stat) ? stat.size : 0);
    if (fs.readvSync(fd, [bytes], 0) !== stat.size) throw new Error(`${path} cannot be read`);
    return { bytes, at: stat.mtimeMs };
  } finally {
    fs.closeSync(fd);
  }
});

const imported = (name) => import(name);
requireFrom.cache = require.cache;
requireFrom.resolve = require.resolve;

try {
  if (words.length === 1 && (words[0] === "--version" || words[0] === "-V")) {
    fs.writeSync(1, `${JSON.parse(fs.readFileSync(`${__dirname}/../package.json`, "utf8")).version}\n`);
  } else {
    const judge = () => load("judge.cjs");
    const main = () => load("main.cjs");
    const keep = (some) => require("./keep-compiled.cjs").keepCompiled(some);
    load("start.cjs").start(words, { judge, main, keep, scripts });
  }
} catch (error) {
  if (fs.existsSync(bundle)) throw error;
  fs.writeSync(2, 'hookline is not built yet: run "npm run build" in its repository.\n');
  process.exit(1);
}
