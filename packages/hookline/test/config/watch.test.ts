import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { watchFiles } from "../../src/config/watch.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), "hookline-watch-"));
  closing.push(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Watches, and gives a function that waits for the next call. */
async function watching(paths: readonly string[]): Promise<{ next(): Promise<void>; calls(): number }> {
  let calls = 0;
  let heard = () => {};
  const close = await watchFiles(paths, () => {
    calls++;
    heard();
  });
  closing.push(close);
  return {
    calls: () => calls,
    next() {
      const before = calls;
      return new Promise((resolve) => {
        heard = resolve;
        if (calls > before) resolve();
      });
    },
  };
}

describe("a change is told", () => {
  test("of a file that is there", async () => {
    const path = join(folder(), "hooks.json");
    writeFileSync(path, "{}");
    const { next } = await watching([path]);
    const told = next();
    writeFileSync(path, '{"hooks": {}}');
    await told;
  });

  test("of a file in a folder that does not exist yet, and again after it", async () => {
    const project = folder();
    const path = join(project, ".hookline", "hooks.json");
    const { next } = await watching([path, join(project, ".hookline", "hooks.local.json")]);
    let told = next();
    mkdirSync(dirname(path));
    writeFileSync(path, "{}");
    await told;
    told = next();
    writeFileSync(path, '{"hooks": {}}');
    await told;
    told = next();
    rmSync(path);
    await told;
  });

  test("of a file that is replaced as a whole", async () => {
    const project = folder();
    const path = join(project, "hooks.json");
    writeFileSync(path, "{}");
    const { next } = await watching([path]);
    const told = next();
    writeFileSync(join(project, "draft"), '{"hooks": {}}');
    renameSync(join(project, "draft"), path);
    await told;
  });
});

test("many changes together are told once, other files and a closed watch never", async () => {
  const project = folder();
  const path = join(project, "hooks.json");
  writeFileSync(path, "{}");
  const { next, calls } = await watching([path]);
  const told = next();
  writeFileSync(join(project, "other.json"), "{}");
  for (let count = 0; count < 5; count++) writeFileSync(path, `{"description": "${count}"}`);
  await told;
  const sofar = calls();
  expect(sofar).toBeLessThanOrEqual(2);
  await closing.pop()?.();
  writeFileSync(path, "{}");
  const { next: nextOfOther } = await watching([path]);
  const toldOther = nextOfOther();
  writeFileSync(path, '{"hooks": {}}');
  await toldOther;
  expect(calls()).toBe(sofar);
});
