/** Control characters, escape sequences and marks that turn the direction of writing. */
const unsafe =
  /\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g;

/** What a server wrote, so that a terminal shows it and obeys nothing in it. */
export function plain(text: string): string {
  return text.replace(unsafe, "");
}

/** The same on one line, cut where it gets long. */
export function oneLine(text: string, longest = 400): string {
  const line = plain(text)
    .split("\n")
    .map((part) => part.trim())
    .filter((part) => part !== "")
    .join(" | ");
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}
