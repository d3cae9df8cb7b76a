import type { Flight } from "./flight.ts";

interface Sent {
  readonly id: number;
  readonly flight: Flight;
}

/** The events that one process has, by the ids that they were sent with. */
export interface Flights {
  readonly size: number;
  /** The only one that there is; null if there are more, or none. */
  readonly only: number | null;
  add(id: number, flight: Flight): void;
  get(id: number): Flight | undefined;
  remove(id: number): void;
  drop(flight: Flight): void;
  all(): readonly Flight[];
}

/** Begins without any. There are a few at a time, so a list finds them as fast as a map, whose old tables would hold on to events that are over. */
export function createFlights(): Flights {
  const sent: Sent[] = [];
  const take = (index: number) => {
    if (index !== -1) sent.splice(index, 1);
  };
  return {
    get size() {
      return sent.length;
    },
    get only() {
      const [first] = sent;
      return sent.length === 1 && first ? first.id : null;
    },
    add: (id, flight) => void sent.push({ id, flight }),
    get(id) {
      for (const one of sent) if (one.id === id) return one.flight;
      return undefined;
    },
    remove: (id) => take(sent.findIndex((one) => one.id === id)),
    drop: (flight) => take(sent.findIndex((one) => one.flight === flight)),
    all: () => sent.map(({ flight }) => flight),
  };
}
