/** The longest text that is read at all. */
const longest = 262_144;

/** Here-documents on one line; their cost grows with the square. */
const hereDocuments = 500;

/** Steps that the parser may take looking for the ends of brace lists. */
const braceSteps = 10_000_000;

/** True for a text on which the parser would be busy for longer than anyone waits: it is linear but for the two things counted here. */
export function isCostly(source: string): boolean {
  if (source.length > longest) return true;
  return hereDocumentsOfALine(source) > hereDocuments || braceCost(source) > braceSteps;
}

function hereDocumentsOfALine(source: string): number {
  let most = 0;
  for (const line of source.split("\n")) most = Math.max(most, line.split("<<").length - 1);
  return most;
}

const endsWord = new Set(" \t\n;|&()<>");

/**
 * How many characters are passed when, from each `{`, one looks for its `}` or the end of the word. Quotes are skipped as the parser
 * skips them; where it looks into something nested, the rest of the text counts.
 */
function braceCost(source: string): number {
  const end = source.length;
  if (!source.includes("{")) return 0;
  /** From each place on: where the next brace outside quotes is, or the end of the word. */
  const next = new Int32Array(end + 2).fill(end);
  /** For each `{`: where the search ends. */
  const stop = new Int32Array(end + 1).fill(end);
  let single = end;
  let double = end;
  let nested = end;
  let cost = 0;
  const after = (at: number): number => next[Math.min(at, end)] ?? end;
  for (let at = end - 1; at >= 0; at--) {
    const character = source.charAt(at);
    const following = source.charAt(at + 1);
    const opens =
      character === "`" ||
      (character === "$" && (following === "(" || following === "{" || following === "'")) ||
      ("<>?*+@!".includes(character) && following === "(");
    if (opens) nested = at;
    if (opens) next[at] = end;
    else if (character === "\\") next[at] = after(at + 2);
    else if (character === "'") next[at] = after(single + 1);
    else if (character === '"') next[at] = nested < double ? end : after(double + 1);
    else if (character === "{" || character === "}" || endsWord.has(character)) next[at] = at;
    else next[at] = after(at + 1);
    if (character === "'") single = at;
    if (character === '"' && source.charAt(at - 1) !== "\\") double = at;
    if (character !== "{") continue;
    let found = after(at + 1);
    while (source.charAt(found) === "{") {
      cost += 1;
      const inner = stop[found] ?? end;
      found = source.charAt(inner) === "}" ? after(inner + 1) : inner;
      if (source.charAt(inner) !== "}") break;
    }
    stop[at] = found;
    cost += found - at;
    if (cost > braceSteps) break;
  }
  return cost;
}
