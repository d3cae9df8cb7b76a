import type { RunReport } from "./decision.ts";
import type { JsonObject } from "./json.ts";

/** The arrows of the data's way, in order. */
export const traceSteps = [
  "decode",
  "load",
  "match",
  "plan",
  "run",
  "interpret",
  "aggregate",
  "record",
] as const;

/** One written step: values of the payload are in it only when the trace is `full`. */
export interface TraceRecord {
  readonly at: number;
  readonly eventId: string;
  readonly step: (typeof traceSteps)[number];
  readonly data: JsonObject;
}

/** Takes trace records; it may throw or be slow without holding the engine. */
export type TraceSink = (record: TraceRecord) => void;

/** What happens to a hook, as it happens. */
export type Notice =
  | {
      readonly type: "started";
      readonly eventId: string;
      readonly event: string;
      readonly hook: string;
      readonly status: string;
    }
  | {
      readonly type: "progress";
      readonly eventId: string;
      readonly event: string;
      readonly hook: string;
      readonly stream: "stdout" | "stderr";
      readonly text: string;
    }
  | {
      readonly type: "response";
      readonly eventId: string;
      readonly event: string;
      readonly hook: string;
      readonly background: boolean;
      readonly report: RunReport;
    };

/** Listens to notices; it may throw or be slow without holding the engine. */
export type Listener = (notice: Notice) => void;
