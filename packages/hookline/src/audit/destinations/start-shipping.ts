import type { DestinationSettings } from "../../contract/audit.ts";
import { createHttpClient } from "../../system/http/http.ts";
import { readPayload } from "../payloads.ts";
import { allDestinations } from "./all.ts";
import { usualPauses } from "./backoff.ts";
import { chainId } from "./chain-id.ts";
import type { Delivery } from "./deliver.ts";
import { createLane, type LaneServices } from "./lane.ts";
import { createShipper, type Shipper } from "./shipper.ts";

/** What a host may give; everything has a default. */
export interface ShippingOptions extends Partial<Omit<LaneServices, "payloadOf">> {
  /** Told after each delivery: by which destination, and how it ended. */
  readonly told?: (name: string, delivery: Delivery) => void;
  /** What destinations are given at the end for what still waits; one that failed before is not waited for. */
  readonly closeMs?: number;
}

/** The destinations of one chain at work. */
export interface Shipping {
  /** A record was written: costs nothing, waits for nothing, never throws. */
  wake(): void;
  /** Gives the destinations so many milliseconds for what waits; true if everything was taken. */
  flush(ms: number): Promise<boolean>;
  /** Gives them a last moment and breaks off the rest, which is sent by the next one. */
  close(): Promise<void>;
}

const usualCloseMs = 500;

/** Sends a chain to its destinations from where each of them is; never holds up a write, never throws. */
export function startShipping(
  folder: string,
  chain: string,
  destinations: readonly DestinationSettings[],
  options: ShippingOptions = {},
): Shipping {
  let shippers: readonly Shipper[] = [];
  let state: "new" | "open" | "closed" = "new";
  let end = () => {};
  /** A chain has its name once its first record is written: nothing is read before. */
  const start = () => {
    const origin = state === "new" && destinations.length > 0 ? chainId(folder, chain) : null;
    if (origin === null) return;
    const { services, close } = shippingServices(folder, chain, options);
    end = close;
    shippers = destinations.map((settings) => {
      const lane = createLane({ folder, chain, origin }, settings, services);
      return createShipper(lane, (delivery) => options.told?.(lane.name, delivery));
    });
    state = "open";
  };
  const flush = async (ms: number) => {
    const all = Promise.all(shippers.map((shipper) => shipper.flush()));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<readonly boolean[]>((resolve) => {
      timer = setTimeout(() => resolve([false]), ms);
    });
    const taken = await Promise.race([all, late]);
    clearTimeout(timer);
    return taken.every(Boolean);
  };
  return {
    wake() {
      try {
        if (state === "new") start();
      } catch (error) {
        const text = error instanceof Error ? error.message : String(error);
        options.told?.("", { state: "failed", sent: 0, retryInMs: 0, error: `nothing can be sent: ${text}` });
      }
      for (const shipper of shippers) shipper.wake();
    },
    flush,
    async close() {
      if (state === "open") await flush(options.closeMs ?? usualCloseMs);
      state = "closed";
      await Promise.all(shippers.map((shipper) => shipper.close()));
      end();
    },
  };
}

/** What lanes get: what the caller gave, and this machine's for the rest. */
export function shippingServices(
  folder: string,
  chain: string,
  { told: _told, closeMs: _closeMs, ...options }: ShippingOptions,
): { readonly services: LaneServices; close(): void } {
  const client = createHttpClient();
  return {
    services: {
      env: process.env,
      request: client.request,
      reach: "any",
      kinds: allDestinations,
      pauses: usualPauses,
      ...options,
      payloadOf(record) {
        const kept = readPayload(folder, chain, record.payload);
        return kept.state === "kept" ? kept.payload : undefined;
      },
    },
    close: () => client.close(),
  };
}
