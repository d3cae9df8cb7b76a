/** What a part of a line means; a terminal gives each a colour. */
export type Tone = "good" | "bad" | "warn" | "dim" | "strong";

/** Colours a text, or leaves it as it is. */
export type Paint = (tone: Tone, text: string) => string;

/** No colours: a file, a pipe, NO_COLOR. */
export const plainPaint: Paint = (_tone, text) => text;

const codes: { readonly [tone in Tone]: number } = { good: 32, bad: 31, warn: 33, dim: 2, strong: 1 };

/** The colours of a terminal. */
export const colourPaint: Paint = (tone, text) =>
  text === "" ? "" : `\u001b[${codes[tone]}m${text}\u001b[0m`;

/** Colours for a terminal whose user has not said no to them. */
export function paintFor(
  stream: { readonly isTTY?: boolean },
  env: { readonly [name: string]: string | undefined },
  wanted = true,
): Paint {
  const on = wanted && stream.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb";
  return on ? colourPaint : plainPaint;
}
