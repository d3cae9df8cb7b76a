import type { Disk } from "../system/disk.ts";
import { type HeadSlot, putSlot, slotSize } from "./head.ts";
import { markPath } from "./mark.ts";
import type { Seal } from "./seal.ts";

/** Writes a chain's head, and its mark beside the keys. */
export interface HeadWriter {
  /** Before a record is written. */
  announce(slot: HeadSlot, sync: boolean): void;
  /** When the record that was announced is there: the same bytes, in the head and then in the mark. */
  acknowledge(): void;
  /** Another acknowledgement of the last record. */
  restate(slot: HeadSlot): void;
  close(): void;
}

/** Opens the head and the mark of a chain; both must be there. */
export function openHead({
  folder,
  chain,
  disk,
  seal,
}: {
  folder: string;
  chain: string;
  disk: Disk;
  seal: Seal;
}): HeadWriter {
  const bytes = Buffer.alloc(slotSize);
  const mark = disk.open(markPath(folder, chain), "update");
  let head: number;
  try {
    head = disk.open(headPath(folder, chain), "update");
  } catch (error) {
    disk.close(mark);
    throw error;
  }
  const acknowledge = () => {
    disk.writeAt(head, bytes, 0);
    disk.writeAt(mark, bytes, 0);
  };
  return {
    announce(slot, sync) {
      putSlot(bytes, slot, seal);
      disk.writeAt(head, bytes, slotSize);
      if (sync) disk.sync(head);
    },
    acknowledge,
    restate(slot) {
      putSlot(bytes, slot, seal);
      acknowledge();
    },
    close() {
      disk.close(head);
      disk.close(mark);
    },
  };
}

/** The path of a chain's head. */
export function headPath(folder: string, chain: string): string {
  return `${folder}/${chain}/head`;
}
