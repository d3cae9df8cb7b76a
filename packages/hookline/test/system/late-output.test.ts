import { execFileSync } from "node:child_process";
import { closeSync, constants, fstatSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readOutputLate } from "../../src/system/process/late-output.ts";
import { temporaryFolder } from "./command.ts";

/** A pipe whose reading end never blocks. */
function pipe() {
  const path = join(temporaryFolder(), "pipe");
  execFileSync("mkfifo", [path]);
  const ours = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const theirs = openSync(path, constants.O_WRONLY);
  return { ours, write: (text: string) => writeSync(theirs, text), end: () => closeSync(theirs) };
}

function reader(fd: number) {
  const said: string[] = [];
  let ends = 0;
  let tellEnd = () => {};
  const ended = new Promise<void>((resolve) => {
    tellEnd = resolve;
  });
  const output = readOutputLate(
    fd,
    (chunk) => said.push(Buffer.from(chunk).toString()),
    () => {
      ends++;
      tellEnd();
    },
  );
  return { output, said, ended, ends: () => ends };
}

const isOpen = (fd: number) => {
  try {
    return fstatSync(fd).isFIFO();
  } catch {
    return false;
  }
};

describe("output that is not listened to at once", () => {
  test("of a hook that has ended is read to its end without a turn of the loop", () => {
    const { ours, write, end } = pipe();
    const { output, said, ends } = reader(ours);
    write("all that it said");
    end();
    expect(said).toEqual([]);
    output.drain();
    expect([said.join(""), ends(), isOpen(ours)]).toEqual(["all that it said", 1, false]);
    output.drain();
    output.listen();
    output.destroy();
    expect(ends()).toBe(1);
  });

  test("that somebody else still holds is listened to from then on", async () => {
    const { ours, write, end } = pipe();
    const { output, said, ended, ends } = reader(ours);
    write("before, ");
    output.drain();
    expect([said.join(""), ends()]).toEqual(["before, ", 0]);
    write("after");
    end();
    await ended;
    expect([said.join(""), ends()]).toEqual(["before, after", 1]);
  });

  test("of a hook that takes longer is listened to", async () => {
    const { ours, write, end } = pipe();
    const { output, said, ended } = reader(ours);
    output.listen();
    write("later");
    end();
    await ended;
    output.drain();
    expect(said.join("")).toBe("later");
  });

  test("that nobody wants any more is closed and says nothing", () => {
    const { ours, write, end } = pipe();
    const { output, said, ends } = reader(ours);
    write("unheard");
    output.destroy();
    output.drain();
    end();
    expect([said, ends(), isOpen(ours)]).toEqual([[], 0, false]);
  });
});
