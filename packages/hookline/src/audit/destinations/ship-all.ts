import type { DestinationSettings } from "../../contract/audit.ts";
import { listChains } from "../places.ts";
import { queryTrail } from "../query-trail.ts";
import { allDestinations } from "./all.ts";
import { chainId } from "./chain-id.ts";
import { checkDestination, destinationName } from "./check-options.ts";
import { cursorPath, readCursor, startOf } from "./cursor.ts";
import { type Delivery, deliver } from "./deliver.ts";
import { createLane } from "./lane.ts";
import { type ShippingOptions, shippingServices } from "./start-shipping.ts";

/** How one destination is with one chain. */
export interface ShippingStatus {
  readonly chain: string;
  readonly name: string;
  readonly type: string;
  /** The last record that it took; 0 for none. */
  readonly seq: number;
  /** Records that wait. */
  readonly behind: number;
  /** Failures since the last success, and what the last one was. */
  readonly attempts: number;
  readonly error: string;
  /** Milliseconds since 1970 of the next attempt; 0 if nothing holds it back. */
  readonly retryAt: number;
  readonly delivered: string;
}

/** What `shipAll` did for one chain and destination. */
export interface ShippedLane extends Delivery {
  readonly chain: string;
  readonly name: string;
  readonly type: string;
}

/**
 * Sends what waits in every chain of an audit folder, also what dead processes left behind, until all is taken, a destination fails or
 * the signal aborts; a chain that another process is sending is left to it (`busy`).
 */
export async function shipAll(
  folder: string,
  destinations: readonly DestinationSettings[],
  options: ShippingOptions & {
    readonly signal?: AbortSignal;
    /** Waits out an earlier failure, as nobody asked for another attempt right now: such a lane is `waiting`. */
    readonly whenDue?: boolean;
  } = {},
): Promise<readonly ShippedLane[]> {
  const { signal = new AbortController().signal, whenDue = false, ...rest } = options;
  const done: ShippedLane[] = [];
  for (const chain of listChains(folder)) {
    const origin = chainId(folder, chain);
    if (origin === null) continue;
    const { services, close } = shippingServices(folder, chain, rest);
    try {
      const all = destinations.map(async (settings) => {
        const lane = createLane({ folder, chain, origin }, settings, services);
        const delivery = await deliver(lane, signal, !whenDue);
        lane.shut("gently");
        options.told?.(lane.name, delivery);
        return { chain, name: lane.name, type: settings.type, ...delivery };
      });
      done.push(...(await Promise.all(all)));
    } finally {
      close();
    }
  }
  return done;
}

/** How far each destination is with each chain; nothing is sent. */
export function shippingStatus(
  folder: string,
  destinations: readonly DestinationSettings[],
  kinds = allDestinations,
): readonly ShippingStatus[] {
  return listChains(folder).flatMap((chain) => {
    const origin = chainId(folder, chain);
    if (origin === null) return [];
    const [end] = queryTrail(folder, {}, { chain, reverse: true });
    const last = end?.record.seq ?? 0;
    return destinations.map((settings) => {
      const problem = checkDestination(settings, kinds);
      const name = destinationName(settings, kinds);
      const cursor =
        problem === null
          ? readCursor(cursorPath(folder, chain, name), origin)
          : { ...startOf(origin), error: problem };
      const { seq, attempts, error, retryAt, delivered } = cursor;
      const behind = Math.max(0, last - seq);
      return { chain, name, type: settings.type, seq, behind, attempts, error, retryAt, delivered };
    });
  });
}
