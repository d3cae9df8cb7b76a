#!/usr/bin/env node
// The command. What other programs call on every tool call must start as fast as Node does: this file and what it loads are
// CommonJS, the bundle is compiled once for each version of Node, and a version or an event that no hook is for needs less still.
"use strict";
const { existsSync, readFileSync, writeSync } = require("node:fs");
const { join } = require("node:path");

const bundle = join(__dirname, "../dist/bundle");
const [verb, ...rest] = process.argv.slice(2);

if ((verb === "--version" || verb === "-V") && rest.length === 0) {
  writeSync(1, `${require("../package.json").version}\n`);
} else if (!existsSync(join(bundle, "main.cjs"))) {
  writeSync(2, 'hookline is not built yet: run "npm run build" in its repository.\n');
  process.exitCode = 1;
} else {
  start();
}

/** What answers at a glance: small enough to be compiled each time, and found without asking where modules lie. */
function quickAnswers() {
  const { Script } = require("node:vm");
  const file = join(bundle, "quick.cjs");
  const module = { exports: {} };
  const script = new Script(readFileSync(file, "latin1"), { filename: file });
  script.runInThisContext().call(module.exports, module.exports, require, module, file, bundle);
  return module.exports;
}

/** Runs a verb and ends with its status; nothing is left to wait for then. */
function start() {
  const words = verb === undefined ? [] : [verb, ...rest];
  let stdin;
  if (verb === "fire") {
    const answer = quickAnswers().quick(words);
    if (typeof answer === "number") process.exit(answer);
    stdin = answer.stdin;
  }
  const { keepCompiled, loadBundle } = require("./load-bundle.js");
  loadBundle(bundle, "main.cjs", verb ?? "help")
    .main(words, stdin)
    .then((status) => {
      keepCompiled();
      process.exit(status);
    });
}
