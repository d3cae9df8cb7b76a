import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const script = fileURLToPath(new URL("../../../../bench/memory-fires.mjs", import.meta.url));

interface Look {
  readonly heap: number;
  readonly handles: readonly string[];
  readonly files: number;
  readonly processes: number;
}

// The whole of it, with a hundred thousand events, is a row of `npm run bench`.
test("thousands of mixed events leave no memory, handle, process or open file behind", async () => {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME };
  const ran = await promisify(execFile)(process.execPath, ["--expose-gc", script, "4000", "6", "4000"], {
    env,
  });
  const looks: Record<"outside" | "before" | "after" | "closed", Look> = JSON.parse(ran.stdout);
  const { outside, before, after, closed } = looks;
  // So soon the engine's own memories still fill; a leak of a kilobyte for each event would be a quarter of the heap.
  expect(after.heap / before.heap).toBeLessThan(1.15);
  expect({ ...after, heap: 0 }).toEqual({ ...before, heap: 0 });
  expect({ ...closed, heap: 0 }).toEqual({ ...outside, heap: 0 });
}, 60_000);
