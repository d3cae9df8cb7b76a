import { join } from "node:path";
import { folderNames, isFolderItself } from "../system/folders.ts";

/** What a chain may be called; `keys` is the folder of the keys. */
const chainName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const fileName = /^(\d{6}|[1-9]\d{6,9})\.jsonl$/;

/** True for a name that a chain may have. */
export function isChainName(name: string): boolean {
  return chainName.test(name) && name !== "keys";
}

/** The chains in an audit folder, by name; `main.2` comes before `main.10`. */
export function listChains(folder: string): readonly string[] {
  const names = folderNames(folder).filter((name) => isChainName(name) && holdsChain(join(folder, name)));
  return names.sort((one, other) => one.localeCompare(other, "en", { numeric: true }));
}

function holdsChain(path: string): boolean {
  if (!isFolderItself(path)) return false;
  return folderNames(path).some((name) => name === "head" || name === "checkpoints" || fileName.test(name));
}

/** The numbers of a chain's files, in order. */
export function listFiles(folder: string, chain: string): readonly number[] {
  const numbers = folderNames(join(folder, chain)).map((name) => Number(fileName.exec(name)?.[1] ?? 0));
  return numbers.filter((number) => number > 0).sort((one, other) => one - other);
}

/** The path of a file of records: `<folder>/<chain>/000001.jsonl`. */
export function recordsPath(folder: string, chain: string, number: number): string {
  return join(folder, chain, recordsName(number));
}

/** What a file of records is called: `000001.jsonl`. */
export function recordsName(number: number): string {
  return `${String(number).padStart(6, "0")}.jsonl`;
}
