import { join } from "node:path";
import type { AuditEntry, AuditSettings, AuditTrail } from "../contract/audit.ts";
import { HooklineError } from "../contract/errors.ts";
import type { Json } from "../contract/json.ts";
import { type Disk, ownFolder, realDisk } from "../system/disk.ts";
import { errorCode } from "../system/error-code.ts";
import { folderNames } from "../system/folders.ts";
import { ownNote } from "./actor.ts";
import type { ChainWriter } from "./chain-writer.ts";
import { keysFolder, writerKeys } from "./keys.ts";
import { type OpenRequest, openChain } from "./open-chain.ts";
import { keepPayload, referTo } from "./payloads.ts";
import { isChainName } from "./places.ts";
import { ChainDamage } from "./recover.ts";
import { makeSeal, type Seal } from "./seal.ts";

/** What carries records on from a chain, in its own time. */
export interface Shipping {
  /** There is something new. */
  wake(): void;
  close(): Promise<void>;
}

/** What a trail may be given. */
export interface TrailOptions {
  /** Begins to carry records on, when the trail knows its chain. */
  readonly shipping?: (chain: string) => Shipping;
  /** The disk; a test gives its own. */
  readonly disk?: Disk;
}

/** More chains of one name than this are a sign that something breaks them. */
const mostChains = 256;

/** Opens a trail; nothing is touched before the first record. */
export function openTrail(settings: AuditSettings, folder: string, options: TrailOptions = {}): AuditTrail {
  if (!isChainName(settings.chain)) throw new HooklineError("invalid-option", badName(settings.chain));
  const { disk = realDisk } = options;
  let open: { writer: ChainWriter; seal: Seal; shipping: Shipping | null } | null = null;
  let closed = false;
  let lost = { count: 0, since: "", why: "" };

  const opened = () => {
    if (open?.writer.sound) return open;
    const before = open;
    open = null;
    before?.writer.close();
    const keys = writerKeys(folder, disk);
    const writer = openFreeChain({ folder, settings, keys, disk }, settings.chain);
    const kept = before?.writer.chain === writer.chain ? before.shipping : null;
    if (before && !kept) void before.shipping?.close();
    open = {
      writer,
      seal: makeSeal(keys.payload),
      shipping: kept ?? options.shipping?.(writer.chain) ?? null,
    };
    return open;
  };

  const write = (entry: AuditEntry, payload: Json | undefined) => {
    const { writer, seal, shipping } = opened();
    if (lost.count > 0) {
      writer.append(ownNote("records-lost", lost), null);
      lost = { count: 0, since: "", why: "" };
    }
    const keep = settings.payloads === "full";
    const reference =
      payload === undefined
        ? null
        : keep
          ? keepPayload(folder, writer.chain, payload, { disk, sync: settings.sync, seal })
          : referTo(payload, seal);
    writer.append(entry, reference);
    shipping?.wake();
  };

  return {
    settings,
    write(entry, payload) {
      if (closed) throw new HooklineError("audit-unwritten", "the audit trail was closed before this record");
      try {
        write(entry, payload);
      } catch (error) {
        const why = sentence(error, join(folder, settings.chain));
        lost = { count: lost.count + 1, since: lost.since || new Date().toISOString(), why: lost.why || why };
        throw new HooklineError("audit-unwritten", why);
      }
    },
    async close() {
      closed = true;
      const last = open;
      open = null;
      last?.writer.close();
      await last?.shipping?.close();
    },
  };
}

/** Opens the first chain of a name that nobody has and that holds: `main`, `main.2`, `main.3`. */
export function openFreeChain(request: OpenRequest, name: string): ChainWriter {
  const damaged: { chain: string; why: string }[] = [];
  for (let number = 1; number <= mostChains; number++) {
    const chain = number === 1 ? name : `${name}.${number}`;
    try {
      const writer = openChain(request, chain);
      if (!writer) continue;
      for (const one of damaged) tellDamage(request, writer, one);
      return writer;
    } catch (error) {
      if (!(error instanceof ChainDamage)) throw error;
      damaged.push({ chain, why: error.message });
    }
  }
  throw new Error(`${mostChains} chains called ${name} are in use or damaged: see hookline audit verify`);
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
  ownFolder(told);
  disk.replace(join(told, chain), `${why}\n`);
}

const causes: { readonly [code: string]: string } = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EROFS: "the file system is read-only",
  EACCES: "this user may not write there",
  EPERM: "this user may not write there",
  ELOOP: "a link stands in the place of one of its files",
  EFBIG: "the file may not grow further",
  EMFILE: "too many files are open",
  EIO: "the disk reports an error",
};

function sentence(error: unknown, place: string): string {
  const text = error instanceof Error ? error.message : String(error);
  const cause = causes[errorCode(error)];
  return `the audit record could not be written to ${place}: ${cause ? `${cause} (${text})` : text}`;
}

function badName(name: string): string {
  return `"${name}" cannot be the name of a chain: letters, digits, ".", "_" and "-", at most 64, not "keys"`;
}
