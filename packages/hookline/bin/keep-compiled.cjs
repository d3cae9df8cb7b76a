// Keeps what V8 has made of the files of the bundle: to parse and compile them anew would take longer than most hooks. It lies in
// the state folder of the user, in files that are nobody else's; `hookline.cjs` reads them and nothing else.
"use strict";
const fs = require("node:fs");
const { dirname, join } = require("node:path");

/** So many files are kept: one for each file of the bundle, verb and version of Node that is in use. `hookline help` needs all files of the bundle. */
const most = 300;

/** V8 forgets what has not run for a while: a process that lived long must not take it from all others. */
const mostForgotten = 0.05;

/** Keeps what V8 has compiled of some scripts, if that is about as much as before. A folder that cannot be written costs time and nothing else. */
function keepCompiled(loaded) {
  const folders = new Set();
  for (const { script, place, size, times } of loaded) {
    try {
      const bytes = script.createCachedData();
      if (bytes.length <= size * (1 - mostForgotten)) continue;
      write(place, bytes, Math.min(times + 1, 255));
      folders.add(dirname(place));
    } catch {
      // The next process tries again.
    }
  }
  for (const folder of folders) tidy(folder);
}

/** Writes a file, twice the same in it and how often that was; only in a folder of this user. */
function write(place, bytes, times) {
  const folder = dirname(place);
  makeFolders(folder);
  const { uid, mode } = fs.lstatSync(folder);
  if (uid !== process.geteuid() || mode & 0o077) throw new Error(`${folder} is not this user's own`);
  const draft = `${place}.${process.pid}.tmp`;
  try {
    fs.writeFileSync(draft, Buffer.concat([bytes, bytes, Buffer.of(times)]), { mode: 0o600, flag: "wx" });
    fs.renameSync(draft, place);
  } catch (error) {
    fs.rmSync(draft, { force: true });
    throw error;
  }
}

/** Removes the oldest of what is named as here, if there are too many. */
function tidy(folder) {
  try {
    const names = fs.readdirSync(folder).filter((name) => /^[0-9a-f]{32}-/.test(name));
    if (names.length <= most) return;
    const ages = names
      .map((name) => [join(folder, name), fs.statSync(join(folder, name)).mtimeMs])
      .sort(([, one], [, other]) => other - one);
    for (const [path] of ages.slice(most)) fs.rmSync(path, { force: true });
  } catch {
    // Another process was quicker.
  }
}

/** One by one: in some folders of the kernel (`/proc`) Node's own way tries for ever. */
function makeFolders(folder) {
  if (fs.existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolders(dirname(folder));
  fs.mkdirSync(folder, { mode: 0o700 });
}

module.exports = { keepCompiled };
