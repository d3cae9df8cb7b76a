import { spawn, spawnSync } from "node:child_process";
import { closeSync, constants, openSync, readSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../system/command.ts";

const built = join(import.meta.dirname, "../../dist/system/standard-streams.js");
const text = "äb✓\n".repeat(100_000);
const write = `import(${JSON.stringify(built)}).then(({ writeWhole }) => process.exit(writeWhole(1, "äb✓\\n".repeat(100_000)) ? 0 : 3))`;

test("a text arrives whole where the stream takes a part of it at a time and lets nobody wait", async () => {
  const path = join(temporaryFolder(), "pipe");
  expect(spawnSync("mkfifo", [path]).status).toBe(0);
  // Open for both, so that neither end waits for the other; who inherits it does not wait either.
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const child = spawn(process.execPath, ["-e", write], { stdio: ["ignore", fd, "inherit"] });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const [chunks, bytes] = [[] as Buffer[], Buffer.alloc(1_000)];
  const wanted = Buffer.byteLength(text);
  for (let size = 0; size < wanted; ) {
    try {
      const count = readSync(fd, bytes);
      chunks.push(Buffer.from(bytes.subarray(0, count)));
      size += count;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }
  expect(await ended).toBe(0);
  closeSync(fd);
  expect(Buffer.concat(chunks).toString("utf8") === text).toBe(true);
});

test("a reader that has gone away is no error", async () => {
  const child = spawn(process.execPath, ["-e", write], { stdio: ["ignore", "pipe", "inherit"] });
  child.stdout.once("data", () => child.stdout.destroy());
  expect(await new Promise((resolve) => child.once("exit", resolve))).toBe(3);
});
