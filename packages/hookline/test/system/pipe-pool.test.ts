import { closeSync, fstatSync, readFileSync, readSync, writeSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createPipePool, type PipePool } from "../../src/system/process/pipe-pool.ts";
import type { Pipes } from "../../src/system/process/pipes.ts";

const ready = (pool: PipePool, hooks: number) =>
  new Promise<void>((resolve) => {
    pool.whenReady(hooks, resolve);
  });

function open(pool: PipePool): Pipes {
  const pipes = pool.open();
  if (!pipes) throw new Error("this machine makes no named pipes");
  return pipes;
}

describe("a pool of pipes", () => {
  test("has pipes for as many hooks as were told, and for more later", async () => {
    const pool = createPipePool();
    await ready(pool, 40);
    const first = Array.from({ length: 40 }, () => open(pool));
    await ready(pool, 40);
    const more = Array.from({ length: 40 }, () => open(pool));
    for (const pipes of [...first, ...more]) pipes.close();
    pool.close();
  });

  test("gives a pipe for each output, and a file with the payload for stdin", async () => {
    const pool = createPipePool();
    await ready(pool, 1);
    const pipes = open(pool);
    const [stdin, stdout, stderr] = pipes.fill(Buffer.from("payload"));
    expect(fstatSync(stdout).isFIFO() && fstatSync(stderr).isFIFO()).toBe(true);
    expect(readFileSync(stdin ?? -1, "utf8")).toBe("payload");
    expect(fstatSync(stdin ?? -1)).toMatchObject({ nlink: 0, size: 7 });
    writeSync(stdout, "out");
    writeSync(stderr, "err");
    pipes.handOver();
    const buffer = Buffer.alloc(8);
    expect(buffer.toString("utf8", 0, readSync(pipes.stdout, buffer))).toBe("out");
    expect(buffer.toString("utf8", 0, readSync(pipes.stderr, buffer))).toBe("err");
    expect(readSync(pipes.stdout, buffer)).toBe(0);
    closeSync(pipes.stdout);
    closeSync(pipes.stderr);
    pool.close();
  });

  test("without names throws what passes, and has none to give once it is closed", async () => {
    const pool = createPipePool();
    expect(() => pool.open()).toThrow(expect.objectContaining({ code: "EAGAIN" }));
    await ready(pool, 1);
    pool.close();
    expect(pool.open()).toBeNull();
  });
});
