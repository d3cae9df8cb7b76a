// What it costs to take secrets out of what is shown and written: 8 KiB with twenty secret variables in mind, against 0.1 ms.
import { readFileSync } from "node:fs";
import { createRedactor } from "../packages/hookline/dist/contract/redact.js";
import { quantile, row } from "./measure.mjs";

const goalMs = 0.1;
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
  return Object.entries(texts).map(([name, text], index) => {
    const times = [];
    for (let shot = quick ? 0 : -1_000; shot < (quick ? 5 : 1_000); shot++) {
      const began = performance.now();
      redactor.text(text);
      if (shot >= 0) times.push(performance.now() - began);
    }
    // Where there is something to hide on every line there is more to do than to look.
    return row(`secrets out of ${name}, 8 KiB`, goalMs, quantile(times, 0.5), index < 2 ? 1 : null);
  });
}
