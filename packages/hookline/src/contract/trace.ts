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

/** How much a step matters: what was looked at, what ran, what went wrong and was passed over, what blocked. */
export type TraceLevel = "debug" | "info" | "warn" | "error";

/** One written step: values of the payload are in it only when the trace is `full`, and what looks like a secret never. */
export interface TraceRecord {
  readonly at: number;
  readonly level: TraceLevel;
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
      /** One execution: the same in all its notices, and in no other's. */
      readonly runId: string;
      readonly eventId: string;
      readonly event: string;
      readonly hook: string;
      readonly status: string;
      /** What it is given, in the words of its dialect. */
      readonly payload: JsonObject;
    }
  | {
      readonly type: "progress";
      readonly runId: string;
      readonly eventId: string;
      readonly event: string;
      readonly hook: string;
      readonly stream: "stdout" | "stderr";
      readonly text: string;
    }
  | {
      readonly type: "response";
      readonly runId: string;
      readonly eventId: string;
      readonly event: string;
      readonly hook: string;
      readonly background: boolean;
      readonly report: RunReport;
      /** It is a guard that broke, and what it guards goes on unless another hook of the event stops it. */
      readonly failedOpen: boolean;
    };

/** Listens to notices; it may throw or be slow without holding the engine. */
export type Listener = (notice: Notice) => void;
