import { listChains } from "./places.ts";
import { readChain } from "./read-chain.ts";
import type { ChainView } from "./verify-records.ts";

/** A payload may be gone only if a note says so: in its own chain, or in another one if its own was being written. */
export function judgeErasures(view: ChainView): void {
  const unannounced = [...view.erased].filter((one) => !view.announcedErasures.has(one));
  if (unannounced.length === 0) return;
  const elsewhere = announcedBeside(view);
  for (const one of unannounced.filter((name) => !elsewhere.has(name))) {
    const seq = Number(one.split(" ")[1]);
    const text = `the payload of record ${seq} was replaced by a tombstone, and no note says who erased it`;
    view.findings.add("payload-unannounced", `${view.chain}/payloads`, seq, text);
  }
}

function announcedBeside(view: ChainView): ReadonlySet<string> {
  const found = new Set<string>();
  for (const chain of listChains(view.folder)) {
    if (chain === view.chain) continue;
    for (const { record } of readChain(view.folder, chain))
      if (record.kind === "note" && record.note === "payload-erased" && record.detail.chain === view.chain)
        found.add(`${view.chain} ${record.detail.seq}`);
  }
  return found;
}
