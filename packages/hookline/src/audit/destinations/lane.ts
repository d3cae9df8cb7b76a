import type { DestinationSettings } from "../../contract/audit.ts";
import type { Pauses } from "./backoff.ts";
import { checkDestination, destinationName } from "./check-options.ts";
import { type Cursor, cursorPath } from "./cursor.ts";
import type { Destination, DestinationServices, OpenDestination } from "./destination.ts";
import { withoutSecrets } from "./named-variables.ts";

/** One chain on its way to one destination. */
export interface Lane {
  readonly name: string;
  readonly folder: string;
  readonly chain: string;
  readonly origin: string;
  readonly cursorPath: string;
  readonly pauses: Pauses;
  readonly timeoutMs: number;
  /** What is wrong with the options, or null. */
  readonly problem: string | null;
  /** Where this process is; the file may be behind if it cannot be written. */
  cursor: Cursor | null;
  /** The destination, open or being opened; the same until it fails, rests or is closed. */
  door(): Promise<OpenDestination>;
  /** Closes the destination without waiting for it; the next delivery opens it anew. */
  shut(how: "gently" | "at once"): void;
  /** A text without secrets. */
  shown(text: string): string;
}

const usualSeconds = 10;

/** What a destination may take to say goodbye. */
const farewellMs = 300;

/** What lanes share. */
export interface LaneServices
  extends Omit<DestinationServices, "timeoutMs" | "chainId" | "folder" | "closing"> {
  readonly kinds: readonly Destination[];
  readonly pauses: Pauses;
}

/** Lays the way of a chain to a destination; nothing is opened yet. */
export function createLane(
  place: { readonly folder: string; readonly chain: string; readonly origin: string },
  settings: DestinationSettings,
  services: LaneServices,
): Lane {
  const { kinds, pauses, ...rest } = services;
  const name = destinationName(settings, kinds);
  const kind = kinds.find(({ type }) => type === settings.type);
  const timeoutMs =
    (typeof settings.timeoutSeconds === "number" ? settings.timeoutSeconds : usualSeconds) * 1000;
  let opened: { readonly closing: AbortController; readonly door: Promise<OpenDestination> } | null = null;
  const open = () => {
    const closing = new AbortController();
    const given = {
      ...rest,
      folder: place.folder,
      chainId: place.origin,
      timeoutMs,
      closing: closing.signal,
    };
    const door = async () => {
      if (!kind) throw new Error(`there is no destination of the type "${settings.type}"`);
      return kind.open(settings, given);
    };
    return { closing, door: door() };
  };
  return {
    ...place,
    name,
    cursorPath: cursorPath(place.folder, place.chain, name),
    pauses,
    timeoutMs,
    problem: checkDestination(settings, kinds),
    cursor: null,
    door() {
      opened ??= open();
      return opened.door;
    },
    shut(how) {
      if (!opened) return;
      const { door, closing } = opened;
      opened = null;
      const drop = () => closing.abort();
      // It may hang as it closes: nobody waits, and nothing that it throws is news.
      void door.then((destination) => destination.close()).then(drop, drop);
      if (how === "at once") drop();
      else setTimeout(drop, farewellMs).unref();
    },
    shown: (text) => withoutSecrets(text, settings, services.env),
  };
}
