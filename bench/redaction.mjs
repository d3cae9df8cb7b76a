// What it costs to take secrets out of what is shown and written: 8 KiB with twenty secret variables in mind, beside one walk over its letters.
import { readFileSync } from "node:fs";
import { createRedactor } from "../packages/hookline/dist/contract/redact.js";
import { inTurns, row } from "./measure.mjs";

const size = 8_192;
const of = (text) => text.repeat(Math.ceil(size / text.length)).slice(0, size);
const texts = {
  "a log": of("2026-11-15 11:36:42 INFO request id=4711 path=/api/v1/users status=200 took 12ms\n"),
  "source code": of(readFileSync(new URL("measure.mjs", import.meta.url), "utf8")),
  "a text with a secret in each line": of(
    "API_KEY=abcdef curl -H 'Authorization: Bearer abcdefgh' https://x/?token=1\n",
  ),
};

export async function redactionRows({ quick } = {}) {
  const env = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`TOKEN_${index}`, `value-${index}-${"x9Z/+".repeat(6)}`]),
  );
  const redactor = createRedactor({ env });
  const rows = [];
  for (const [name, text] of Object.entries(texts)) {
    const { mine, baseline } = await inTurns({
      mine: () => redactor.text(text),
      baseline: () => walk(text),
      shots: quick ? 3 : 60,
      acts: quick ? 5 : 100,
    });
    // Where there is something to hide on every line there is more to do than to look.
    const goal = name.includes("secret") ? null : 4;
    rows.push(row(`secrets out of ${name}, 8 KiB`, baseline.median, mine.median, goal));
  }
  return rows;
}

/** Looks at every letter once, which is the least that finding anything takes. */
function walk(text) {
  let sum = 0;
  for (let place = 0; place < text.length; place++) sum = (sum * 31 + text.charCodeAt(place)) | 0;
  return sum;
}
