import { chainOrigin } from "../origin.ts";
import { readChain } from "../read-chain.ts";
import { leafHash } from "../record.ts";

/**
 * What tells a chain from every other, also from those of other machines: the origin of its checkpoints, or a name made of its first
 * record where somebody has changed that; null while it has none.
 */
export function chainId(folder: string, chain: string): string | null {
  const origin = chainOrigin(folder, chain);
  if (/^[\w./-]{1,300}$/.test(origin)) return origin;
  for (const { line } of readChain(folder, chain))
    return `hookline/unknown/${chain}/${leafHash(line).slice(0, 16)}`;
  return null;
}
