import { faultKinds } from "../contract/fault.ts";
import { isObject, type JsonObject } from "../contract/json.ts";
import type { Run } from "../contract/run.ts";

/** True for the facts of a run. Runners may be anybody's: what comes from one is looked at before it is believed; never throws. */
export function isRun(value: unknown): value is Run {
  try {
    return (
      isObject(value) &&
      isObject(value.end) &&
      isEnd(value.end) &&
      isCaptured(value.stdout) &&
      isCaptured(value.stderr)
    );
  } catch {
    return false;
  }
}

function isEnd(end: JsonObject): boolean {
  switch (end.kind) {
    case "exit":
      return typeof end.code === "number";
    case "signal":
      return typeof end.signal === "string";
    case "http":
      return typeof end.status === "number";
    case "judgement":
      return typeof end.ok === "boolean" && typeof end.reason === "string";
    case "fault":
      return faultKinds.some((kind) => kind === end.fault) && typeof end.detail === "string";
    default:
      return end.kind === "value" || end.kind === "text";
  }
}

function isCaptured(stream: unknown): boolean {
  return isObject(stream) && typeof stream.text === "string" && typeof stream.tail === "string";
}
