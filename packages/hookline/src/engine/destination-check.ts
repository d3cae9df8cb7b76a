import type { DestinationCheck } from "../contract/audit.ts";

let problems: DestinationCheck["problems"] | null = null;

/** Judges destinations of the audit trail; the kinds of them are loaded only where a hook file names one. */
export const destinationCheck: DestinationCheck = {
  get ready() {
    return problems !== null;
  },
  async prepare() {
    const { allDestinations } = await import("../audit/destinations/all.ts");
    const { checkDestinations } = await import("../audit/destinations/check-options.ts");
    problems = (destinations) => checkDestinations(destinations, allDestinations);
  },
  problems: (destinations) => problems?.(destinations) ?? [],
};
