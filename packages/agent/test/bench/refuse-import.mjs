// Loaded before the agent: files of its bundle that hold code of packages whose names match REFUSED cannot be imported.
import { existsSync, readFileSync } from "node:fs";
import { register } from "node:module";
import { fileURLToPath } from "node:url";
import { isMainThread } from "node:worker_threads";

const refused = new RegExp(process.env.REFUSED);

/** The packages that a file of the bundle was made of, by the map beside it. */
function packagesIn(url) {
  const map = url.startsWith("file:") ? `${fileURLToPath(url)}.map` : "";
  if (!existsSync(map)) return [];
  const { sources } = JSON.parse(readFileSync(map, "utf8"));
  return sources.map((source) => source.split("node_modules/").slice(1).pop() ?? "");
}

export function resolve(specifier, context, next) {
  if (refused.test(specifier)) throw new Error(`${specifier} is imported`);
  return next(specifier, context);
}

export function load(url, context, next) {
  const found = packagesIn(url).find((name) => refused.test(name));
  if (found) throw new Error(`${found} is imported`);
  return next(url, context);
}

if (isMainThread) register(import.meta.url);
