// Keeps what V8 has made of the files of the bundle: to parse and compile them anew would take longer than most hooks. It lies in
// the state folder of the user, in files that are nobody else's; `hookline.cjs` reads them and nothing else.
"use strict";
const fs = require("node:fs");
const { dirname, join } = require("node:path");

/** So many files are kept: one for each file of the bundle, verb and version of Node that is in use. */
const most = 40;

/** V8 forgets what has not run for a while: a process that lived long must not take it from all others. */
const mostForgotten = 0.05;

/** Keeps what V8 has compiled of some scripts, if that is about as much as before. A folder that cannot be written costs time and nothing else. */
function keepCompiled(loaded) {
  for (const { script, place, size, times } of loaded) {
    try {
      const bytes = script.createCachedData();
      if (bytes.length > size * (1 - mostForgotten)) write(place, bytes, Math.min(times + 1, 255));
    } catch {
      // The next process tries again.
    }
  }
}

/** Writes a file, twice the same in it and how often that was, and removes the oldest; only in a folder of this user, and only what is named as here. */
function write(place, bytes, times) {
  const folder = dirname(place);
  makeFolders(folder);
  const { uid, mode } = fs.lstatSync(folder);
  if (uid !== process.geteuid() || mode & 0o077) return;
  const draft = `${place}.${process.pid}.tmp`;
  try {
    fs.writeFileSync(draft, Buffer.concat([bytes, bytes, Buffer.of(times)]), { mode: 0o600, flag: "wx" });
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

module.exports = { keepCompiled };
