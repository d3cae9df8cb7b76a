import { describe, expect, it } from "vitest";
import { asking, onLines } from "./worker-asking.ts";

/** A worker that lives on, whatever happens to its streams. */
const lives = `import fs from "node:fs"; setInterval(() => {}, 1000);`;

describe("a worker", () => {
  it("that closes its stdout and lives is replaced long before the deadline", async () => {
    const { end, ask } = asking(
      lives +
        onLines(`({ id, event }, say) => { if (event === "close") fs.closeSync(1); else say({ id }); }`),
    );
    expect((await end("answer")).kind).toBe("answer");
    expect(await end("close")).toEqual({
      kind: "fault",
      fault: "crash",
      detail: "the worker closed its stdout",
    });
    expect((await ask("answer")).end.kind).toBe("answer");
  });

  it("that closes its stdin and lives is replaced when the next event cannot reach it", async () => {
    const { end } = asking(
      lives +
        onLines(
          `({ id, event }, say) => { if (event === "close") { process.stdin.destroy(); fs.closeSync(0); } say({ id }); }`,
        ),
    );
    expect((await end("close")).kind).toBe("answer");
    expect(await end("lost")).toEqual({
      kind: "fault",
      fault: "crash",
      detail: "the worker closed its stdin",
    });
    expect((await end("answer")).kind).toBe("answer");
  });

  it.each([
    [2, { kind: "exit", code: 2 }],
    [3, { kind: "exit", code: 3 }],
    [0, { kind: "fault", fault: "malformed" }],
  ])("that ends with %i in the middle of a line says what a script would", async (code, expected) => {
    const { end } = asking(
      `import fs from "node:fs";${onLines(`({ id }) => { fs.writeSync(1, '{"id":' + id + ',"sys'); process.exit(${code}); }`)}`,
    );
    expect(await end()).toMatchObject(expected);
  });

  it("that ends in the middle of each line is given up as any that dies", async () => {
    const { end } = asking(
      `import fs from "node:fs";${onLines(`({ id }) => { fs.writeSync(1, '{"id":' + id + ',"sys'); process.exit(0); }`)}`,
    );
    for (let time = 0; time < 3; time++) await end();
    expect(await end()).toMatchObject({ fault: "crash", detail: expect.stringContaining("died 3 times") });
  });

  it("whose last line has no newline has answered, whatever its exit code", async () => {
    const { end } = asking(
      `import fs from "node:fs";${onLines(`({ id }) => { fs.writeSync(1, JSON.stringify({ id, n: 1 })); process.exit(3); }`)}`,
    );
    for (let time = 0; time < 4; time++) expect(await end()).toEqual({ kind: "answer", answer: { n: 1 } });
  });
});
