// The last hand on a file of the bundle: a function that V8 can keep, and that waits for nothing it does not use.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

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
    "path",
    "stream",
    "tls",
  ].map((name) => `node:${name}`),
);

/** Gives a module that is loaded when something of it is first asked for; and the time, by a clock for which nothing has to be loaded. */
const later =
  "const __later = (load) => new Proxy({}, { get: (_, name) => load()[name] }); const __now = () => Number(process.hrtime.bigint()) / 1e6;";

/** Makes a file an ASCII function: it need not be decoded, and its lines stay what the maps say. The digest of it stands before it. */
export function finish(folder, { fileName }) {
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
