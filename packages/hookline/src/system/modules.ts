import { readFile, realpath } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { sha256 } from "./digest.ts";

const { cache: commonModules } = createRequire(import.meta.url);
const loadedDigests = new Map<string, string>();

/** Imports a file as a module; a file whose content has changed is loaded anew, the modules that it imports are not. */
export async function importModule(path: string): Promise<Readonly<Record<string, unknown>>> {
  const file = await realpath(path);
  const digest = sha256(await readFile(file));
  // CommonJS modules are kept by path, without the query: the old one would be given back.
  if (loadedDigests.get(file) !== digest) delete commonModules[file];
  loadedDigests.set(file, digest);
  const url = pathToFileURL(file);
  url.searchParams.set("sha256", digest);
  return await import(url.href);
}
