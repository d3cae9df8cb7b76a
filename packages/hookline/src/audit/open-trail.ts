import { join } from "node:path";
import type { AuditEntry, AuditSettings, AuditTrail } from "../contract/audit.ts";
import { HooklineError } from "../contract/errors.ts";
import type { Json } from "../contract/json.ts";
import { type Disk, realDisk } from "../system/disk.ts";
import { errorCode } from "../system/error-code.ts";
import { stillHeld } from "../system/lock.ts";
import { ownNote } from "./actor.ts";
import type { ChainWriter } from "./chain-writer.ts";
import { isOfChain, openFreeChain } from "./free-chain.ts";
import { writerKeys } from "./keys.ts";
import { countLost, type LostRecords, prepareLost, tellLost } from "./lost-file.ts";
import { keepPayload, referTo } from "./payloads.ts";
import { isChainName } from "./places.ts";
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

/** Chains that one record may find wanting before it is given up. */
const mostRefused = 4;

/** Opens a trail; nothing is touched before the first record. */
export function openTrail(settings: AuditSettings, folder: string, options: TrailOptions = {}): AuditTrail {
  if (!isChainName(settings.chain)) throw new HooklineError("invalid-option", badName(settings.chain));
  const { disk = realDisk } = options;
  let open: { writer: ChainWriter; lock: string; seal: Seal; shipping: Shipping | null } | null = null;
  let closed = false;
  /** What was lost and could not be counted in the file. */
  let lost = nothing;
  let untold = true;
  const refused = new Map<string, string>();

  const opened = () => {
    if (open?.writer.sound && stillHeld(open.lock)) return open;
    const before = open;
    open = null;
    before?.writer.close();
    const keys = writerKeys(folder, disk);
    const writer = openFreeChain({ folder, settings, keys, disk }, settings.chain, refused);
    const kept = before?.writer.chain === writer.chain ? before.shipping : null;
    if (before && !kept) void before.shipping?.close();
    open = {
      writer,
      lock: join(folder, writer.chain, "lock"),
      seal: makeSeal(keys.payload),
      shipping: kept ?? options.shipping?.(writer.chain) ?? null,
    };
    untold = prepareLost(folder, settings.chain) || untold;
    return open;
  };

  const tell = (writer: ChainWriter) => {
    tellLost(folder, settings.chain, (counted) => {
      const both = { ...counted, count: counted.count + lost.count };
      writer.append(ownNote("records-lost", both), null);
      lost = nothing;
    });
    if (lost.count > 0) writer.append(ownNote("records-lost", { ...lost }), null);
    lost = nothing;
    untold = false;
  };

  const write = (entry: AuditEntry, payload: Json | undefined) => {
    const { writer, seal, shipping } = opened();
    if (untold) tell(writer);
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

  /** A chain whose own files are odd is left, and the record goes to the next one. */
  const writeSomewhere = (entry: AuditEntry, payload: Json | undefined) => {
    for (let chances = mostRefused; ; chances--) {
      try {
        return write(entry, payload);
      } catch (error) {
        const chain = open?.writer.chain;
        if (chain === undefined || chances === 0 || !isOfChain(error, folder, chain)) throw error;
        refused.set(chain, error instanceof Error ? error.message : String(error));
        open?.writer.close();
        void open?.shipping?.close();
        open = null;
      }
    }
  };

  return {
    settings,
    write(entry, payload) {
      if (closed) throw new HooklineError("audit-unwritten", "the audit trail was closed before this record");
      try {
        writeSomewhere(entry, payload);
      } catch (error) {
        const why = sentence(error, join(folder, settings.chain));
        untold = true;
        if (!countLost(folder, settings.chain, why))
          lost = {
            count: lost.count + 1,
            since: lost.since || new Date().toISOString(),
            why: lost.why || why,
          };
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

const nothing: LostRecords = { count: 0, since: "", why: "" };

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
