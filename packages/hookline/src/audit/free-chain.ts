import { dirname, join } from "node:path";
import { isOdd, ownFolder, realDisk } from "../system/disk.ts";
import { errorCode } from "../system/error-code.ts";
import { folderFacts, folderNames } from "../system/folders.ts";
import { ownNote } from "./actor.ts";
import type { ChainWriter } from "./chain-writer.ts";
import { keysFolder } from "./keys.ts";
import { markPath } from "./mark.ts";
import { type OpenRequest, openChain } from "./open-chain.ts";
import { ChainDamage } from "./recover.ts";

/** More chains of one name than this are a sign that something breaks them. */
const mostChains = 256;

/** Opens the first chain of a name that nobody has and that holds: `main`, `main.2`, `main.3`; `refused` are those that this process found wanting, and why. */
export function openFreeChain(
  request: OpenRequest,
  name: string,
  refused: ReadonlyMap<string, string> = new Map(),
): ChainWriter {
  const { folder } = request;
  // What all chains share is looked at first: a fault in it is no chain's own.
  ownFolder(folder);
  ownFolder(dirname(markPath(folder, name)));
  const damaged: { chain: string; why: string }[] = [];
  for (let number = 1; number <= mostChains; number++) {
    const chain = number === 1 ? name : `${name}.${number}`;
    const known = refused.get(chain);
    const opened = known === undefined ? tryChain(request, chain) : { why: known };
    if (opened === null) continue;
    if ("why" in opened) {
      damaged.push({ chain, why: opened.why });
      continue;
    }
    try {
      for (const one of damaged) tellDamage(request, opened, one);
      return opened;
    } catch (error) {
      opened.close();
      throw error;
    }
  }
  throw new Error(`${mostChains} chains called ${name} are in use or damaged: see hookline audit verify`);
}

/** True for an error that only says something about this chain's own files. */
export function isOfChain(error: unknown, folder: string, chain: string): boolean {
  if (error instanceof ChainDamage || isOdd(error)) return true;
  // A file that may not be touched in a folder where others may be made.
  if (errorCode(error) !== "EACCES" && errorCode(error) !== "EPERM") return false;
  return folderFacts(join(folder, chain))?.writable ?? false;
}

function tryChain(request: OpenRequest, chain: string): ChainWriter | { readonly why: string } | null {
  try {
    return openChain(request, chain);
  } catch (error) {
    if (!isOfChain(error, request.folder, chain)) throw error;
    return { why: error instanceof Error ? error.message : String(error) };
  }
}

/** A damaged chain is told once, in the chain that is written instead. */
function tellDamage(
  { folder, disk = realDisk }: OpenRequest,
  writer: ChainWriter,
  { chain, why }: { readonly chain: string; readonly why: string },
): void {
  const told = join(keysFolder(folder), "refused");
  if (folderNames(told).includes(chain)) return;
  writer.append(ownNote("chain-refused", { chain, why }), null);
  try {
    ownFolder(told);
    disk.replace(join(told, chain), `${why}\n`);
  } catch {
    // Then it is told again.
  }
}
