import type { Captured } from "../contract/run.ts";

/** The most bytes that are kept of what a hook says: 1 MiB. */
export const capBytes = 1_048_576;

const tailBytes = 8_192;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A text that was not read from a stream, as one that was: with the same cap and the same tail. */
export function capturedText(text: string): Captured {
  const bytes = encoder.encode(text);
  if (bytes.byteLength <= capBytes)
    return { text, tail: "", bytes: bytes.byteLength, truncated: false, valid: true };
  return {
    // With `stream` the decoder leaves out the character that the cap cut in two.
    text: new TextDecoder().decode(bytes.subarray(0, capBytes), { stream: true }),
    tail: decoder.decode(bytes.subarray(-tailBytes)),
    bytes: bytes.byteLength,
    truncated: true,
    valid: true,
  };
}
