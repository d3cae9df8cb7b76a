// The licences of what is in a bundle, beside it.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

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
export function writeLicences(modules, file) {
  const homes = [...new Set(modules.map(homeOf))].filter(
    (home) => home && existsSync(join(home, "package.json")),
  );
  const parts = homes.sort().map((home) => `${home.split("/node_modules/").pop()}\n\n${licence(home)}\n`);
  writeFileSync(file, parts.join(`\n${"-".repeat(78)}\n\n`));
}
