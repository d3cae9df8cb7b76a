import { type Captured, silence } from "../contract/run.ts";
import { createCapture } from "../system/process/capture.ts";

/** The most bytes that are kept of what a hook says: 1 MiB. */
export const capBytes = 1_048_576;

/** A text that was not read from a stream, captured as one that was. */
export function capturedText(text: string): Captured {
  if (text === "") return silence;
  const capture = createCapture(capBytes);
  capture.add(new TextEncoder().encode(text));
  return capture.read();
}
