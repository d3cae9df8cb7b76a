#!/usr/bin/env node
// The command. What other programs call on every tool call must start as fast as Node does: this file and what it loads are
// CommonJS, what V8 makes of them is kept (`keep-compiled.cjs`), and a version or an event that a glance answers needs less still.
"use strict";
const fs = require("node:fs");

/** The folder beside this one that the build makes. */
const bundle = `${__dirname.slice(0, -"bin".length)}dist/bundle`;
const words = process.argv.slice(2);
const [verb = "help"] = words;

/** Packages that are files of the bundle as well. */
const apart = { re2js: "re2js.cjs", ignore: "ignore.cjs", "@marcbachmann/cel-js": "cel-js.cjs" };
const modules = {};
/** The scripts of this process, and where what V8 makes of them is kept. */
const loaded = [];

/*
 * What every event needs. A function in parentheses is compiled at once, with the file that it is in; any other one is read twice, the second time
 * when it is called. (The formatter would take them away, so it leaves this file alone.)
 */

/** Runs a verb and ends with its status; nothing is left to wait for then. */
const start = (function start() {
  let stdin;
  try {
    if (verb === "fire") {
      const answer = load("quick.cjs").quick(words, () => load("judge.cjs"));
      if (typeof answer === "number") end(answer, leave);
      stdin = answer.stdin;
    }
    // If there is nothing left to wait for and no answer, something was lost: that must not look as if all were well.
    process.on("beforeExit", unanswered);
    load("main.cjs")
      .main(words, stdin)
      .then((status) => end(status));
  } catch (error) {
    if (fs.existsSync(bundle)) throw error;
    fs.writeSync(2, 'hookline is not built yet: run "npm run build" in its repository.\n');
    process.exit(1);
  }
});

/** Ends the process; now and then, what V8 has compiled in it is kept for those that follow. */
const end = (function end(status, exit = process.exit) {
  const luck = Math.random();
  for (const { size, at } of loaded) {
    // More often while what is kept is new, seldom later: it takes longer than the rest.
    if (size > 0 && luck > (Date.now() - at < 120_000 ? 0.06 : 0.01)) continue;
    require("./keep-compiled.cjs").keepCompiled(loaded);
    break;
  }
  exit(status);
});

/** Ends the process at once: nothing that a glance has loaded waits for its end, and to ask who does takes a while. */
const leave = (function leave(status) {
  if (process.reallyExit && !process.env.NODE_V8_COVERAGE) process.reallyExit(status);
  process.exit(status);
});

/** Runs a file of the bundle, once, and gives what it exports. */
const load = (function load(name) {
  const known = modules[name];
  if (known) return known.exports;
  const module = { exports: {} };
  modules[name] = module;
  const file = `${bundle}/${name}`;
  const source = textOf(file, name);
  const place = placeOf(source, name);
  const kept = place === null ? null : readKept(place);
  const { Script } = require("node:vm");
  const script = new Script(source, { filename: file, cachedData: kept?.bytes });
  const used = kept !== null && !script.cachedDataRejected;
  if (place !== null) loaded.push({ script, place, size: used ? kept.bytes.length : 0, at: kept?.at ?? 0 });
  script.runInThisContext().call(module.exports, module.exports, requireFrom, module, file, bundle, imported);
  return module.exports;
});

const requireFrom = (function requireFrom(wanted) {
  if (wanted === "node:fs") return fs;
  if (wanted.startsWith("./")) return load(wanted.slice(2));
  return Object.hasOwn(apart, wanted) ? load(apart[wanted]) : require(wanted);
});

/** The text of a file, which is ASCII: of a large one the bytes are taken as they are, a small one is read as Node reads its own. */
const textOf = (function textOf(file, name) {
  if (name === "quick.cjs") return fs.readFileSync(file, "utf8");
  const fd = fs.openSync(file, "r");
  try {
    const bytes = new Uint8Array(Number(fs.fstatSync(fd, { bigint: true }).size));
    return Buffer.prototype.latin1Slice.call(bytes, 0, fs.readvSync(fd, [bytes], 0));
  } finally {
    fs.closeSync(fd);
  }
});

/** Where what V8 makes of a file is kept, by verb: what one needs is of no use to others. Null where nothing is; the first line of a file says what is in it. */
const placeOf = (function placeOf(source, name) {
  const {
    HOOKLINE_CODE_CACHE,
    NODE_V8_COVERAGE,
    NODE_OPTIONS = "",
    XDG_STATE_HOME: base,
    HOME,
  } = process.env;
  if (!source.startsWith("/*") || HOOKLINE_CODE_CACHE === "off" || NODE_V8_COVERAGE) return null;
  const digest = source.slice(2, 34);
  const own = verb === "fire" || /^[a-z]{1,20}$/.test(verb) ? verb : "help";
  // V8 takes nothing that it made under other options.
  const given = process.execArgv.length > 0 || NODE_OPTIONS !== "";
  const options = given ? `-${hashOf([...process.execArgv, NODE_OPTIONS].join(" "))}` : "";
  const engine = `${process.versions.v8}-${process.arch}${options}`;
  try {
    const home = HOME?.startsWith("/") ? HOME : require("node:os").userInfo().homedir;
    const state = base?.startsWith("/") ? base : `${home}/.local/state`;
    return `${state}/hookline/cache/code/${digest}-${name}-${own}-${engine}`;
  } catch {
    // A user whom the machine does not know has no home.
    return null;
  }
});

/** A file that this user made and nobody else can read or write, and when it was written; null otherwise. Whoever writes it decides what runs. */
const readKept = (function readKept(place) {
  try {
    const fd = fs.openSync(place, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW);
    try {
      const stat = fs.fstatSync(fd, { bigint: true });
      if ((stat.mode & 0o170000n) !== 0o100000n || stat.nlink !== 1n || stat.mode & 0o077n) return null;
      if (Number(stat.uid) !== process.geteuid()) return null;
      const size = Number(stat.size);
      // What Node adds to arrays of bytes takes longer to load than to do without.
      const both = new Uint8Array(size);
      if (fs.readvSync(fd, [both], 0) !== size) return null;
      // V8 believes what it is given: one wrong bit, and the process dies. What is there twice needs no library to be checked.
      const bytes = both.subarray(0, size / 2);
      const same = Buffer.prototype.equals.call(bytes, both.subarray(size / 2));
      return same ? { bytes, at: Number(stat.mtimeMs) } : null;
    } finally {
      fs.closeSync(fd);
    }
  } catch {
    return null;
  }
});

// Before anything is loaded: what is loaded asks for both.
requireFrom.cache = require.cache;
requireFrom.resolve = require.resolve;

if ((verb === "--version" || verb === "-V") && words.length === 1) {
  const { version } = JSON.parse(fs.readFileSync(`${__dirname}/../package.json`, "utf8"));
  fs.writeSync(1, `${version}\n`);
  leave(0);
} else {
  start();
}

/** Ends the process without an answer: an event that nobody has judged is refused. */
function unanswered() {
  fs.writeSync(
    2,
    "hookline ended before it had an answer: this is a mistake of Hookline's, please tell its makers\n",
  );
  process.exit(verb === "fire" ? 2 : 1);
}

/** Imports what is not in the bundle: hooks that are modules, and packages that whoever installed this one has chosen. */
function imported(name) {
  return import(name);
}

function hashOf(text) {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(16);
}
