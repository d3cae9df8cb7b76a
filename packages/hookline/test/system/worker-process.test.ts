import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isAlive } from "./command.ts";
import { asking, onLines } from "./worker-asking.ts";

const echo = onLines("({ id, event }, say) => say({ id, event, pid: process.pid })");

describe("a worker that dies at random", () => {
  it("gives each of 10,000 events exactly one answer or one fault", async () => {
    // It forgets nothing and answers out of order, and now and then it ends in the middle of things.
    const { ask } = asking(
      onLines(`(() => {
  let kept = [];
  return ({ id, event }, say) => {
    if (Math.random() < 0.001) process.kill(process.pid, Math.random() < 0.5 ? "SIGKILL" : "SIGTERM");
    if (Math.random() < 0.0005) process.exit(3);
    kept.push({ id, n: event.n });
    if (kept.length > 4 || event.last) say(...kept.splice(0).reverse());
    else setImmediate(() => say(...kept.splice(0).reverse()));
  };
})()`),
    );
    const told = new Map<number, number>();
    const wrong: number[] = [];
    let answers = 0;
    let faults = 0;
    let next = 0;
    const lane = async () => {
      for (let n = next++; n < 10_000; n = next++) {
        const { end } = await ask({ n });
        told.set(n, (told.get(n) ?? 0) + 1);
        if (end.kind === "answer") {
          answers++;
          if (end.answer.n !== n) wrong.push(n);
        } else if (end.kind === "exit" || end.kind === "fault") faults++;
      }
    };
    await Promise.all(Array.from({ length: 16 }, lane));
    expect(told.size).toBe(10_000);
    expect([...told.values()].every((count) => count === 1)).toBe(true);
    expect(wrong).toEqual([]);
    expect(answers + faults).toBe(10_000);
    expect(answers).toBeGreaterThan(9_000);
    expect(faults).toBeGreaterThan(0);
  }, 60_000);
});

describe("a worker", () => {
  it("may answer in any order, and each event gets its own answer", async () => {
    const { ask } = asking(
      onLines(`(() => {
  const kept = [];
  return ({ id, event }, say) => {
    kept.push({ id, n: event.n });
    if (kept.length === event.order.length) { const all = kept.splice(0); say(...event.order.map((at) => all[at])); }
  };
})()`),
    );
    const orders = fc
      .integer({ min: 1, max: 8 })
      .chain((size) => fc.shuffledSubarray([...Array(size).keys()], { minLength: size }));
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        const all = await Promise.all(order.map((_, n) => ask({ n, order })));
        const got = all.map(({ end }) => (end.kind === "answer" ? end.answer.n : end));
        expect(got).toEqual(order.map((_, n) => n));
      }),
      { numRuns: 60 },
    );
  });

  it("is one process until a file of it changes; then what it has is answered by the old one", async () => {
    const { ask, end, rewrite } = asking(
      onLines(
        "({ id, event }, say) => setTimeout(() => say({ id, pid: process.pid, of: 'one' }), event.ms ?? 0)",
      ),
    );
    const first = await end();
    expect(await end()).toEqual(first);
    const slow = ask({ ms: 600 });
    rewrite(onLines("({ id }, say) => say({ id, pid: process.pid, of: 'two' })"));
    await new Promise((go) => setTimeout(go, 5));
    expect(await end()).toMatchObject({ answer: { of: "two" } });
    expect((await slow).end).toEqual(first);
    const pid = first.kind === "answer" ? Number(first.answer.pid) : 0;
    await expect.poll(() => isAlive(pid), { timeout: 5_000 }).toBe(false);
  });

  it("that hangs is replaced: its event is out of time, the others are broken, those to come are answered", async () => {
    const { ask, end, folder } = asking(
      `import { writeFileSync } from "node:fs"; writeFileSync("pid", String(process.pid)); process.on("SIGTERM", () => {});
${onLines("({ id, event }, say) => { if (event.hang) for (;;); say({ id }); }")}`,
    );
    const hung = ask({ hang: true }, { deadlineMs: 400 });
    const beside = ask({ hang: true }, { deadlineMs: 15_000 });
    expect((await hung).end).toMatchObject({ kind: "fault", fault: "timeout" });
    const pid = Number(readFileSync(join(folder, "pid"), "utf8"));
    expect(isAlive(pid)).toBe(false);
    expect((await beside).end).toMatchObject({ kind: "fault", fault: "crash" });
    expect(await end({})).toMatchObject({ kind: "answer" });
  });

  it("that is only slow with one event goes on with the others", async () => {
    const { ask, end } = asking(
      onLines("({ id, event }, say) => event.never ? 0 : say({ id, pid: process.pid })"),
    );
    const first = await end();
    const never = ask({ never: true }, { deadlineMs: 300 });
    expect(await end()).toEqual(first);
    expect((await never).end).toMatchObject({ fault: "timeout" });
    expect(await end()).toEqual(first);
  });

  it("that dies three times without an answer is given up until its files change", async () => {
    const { ask, end, rewrite, folder } = asking(
      `import { appendFileSync } from "node:fs"; appendFileSync("starts", "x"); console.error("no such module"); process.exit(7);`,
    );
    const ends = [await end(), await end(), await end()];
    expect(ends).toEqual(Array(3).fill({ kind: "exit", code: 7 }));
    const given = await ask();
    expect(given.end).toMatchObject({ kind: "fault", fault: "crash" });
    expect(JSON.stringify(given.end)).toContain(
      "died 3 times in a row without an answer (exit code 7: no such module)",
    );
    expect(readFileSync(join(folder, "starts"), "utf8")).toBe("xxx");
    rewrite(echo);
    await new Promise((go) => setTimeout(go, 5));
    expect(await end()).toMatchObject({ kind: "answer" });
  });

  it("that cannot be started is a fault that says why", async () => {
    const { end } = asking(echo, { argv: ["/no/such/program"] });
    expect(await end()).toMatchObject({ fault: "spawn", detail: "/no/such/program does not exist" });
    const nowhere = asking(echo, { cwd: "/no/such/folder" });
    expect(await nowhere.end()).toMatchObject({
      fault: "spawn",
      detail: expect.stringContaining("/no/such/folder"),
    });
  });

  it("is not started when it is not trusted any more", async () => {
    const { end, folder } = asking(`import { writeFileSync } from "node:fs"; writeFileSync("started", "");`);
    expect(await end({}, { distrust: () => "changed" })).toEqual({
      kind: "fault",
      fault: "untrusted",
      detail: "changed",
    });
    expect(() => readFileSync(join(folder, "started"))).toThrow();
  });

  it("may print what is no answer; what cannot be read as one breaks its event, and no other", async () => {
    const { ask } = asking(
      onLines(`({ id, event }, say) => {
  if (event.say === "noise") say("hello", "", { id: 999, x: 1 }, { id });
  if (event.say === "bare") say({ fine: true });
  if (event.say === "torn") say('{"id":' + id + ', "x"');
  if (event.say === "torn-bare") say('{"x"');
  if (event.say === "long") say('{"id":' + id + ',"x":"' + "y".repeat(2_000_000) + '"}');
  if (event.say === "word") say({ id: String(id) });
}`),
    );
    const noise = await ask({ say: "noise" });
    expect(noise.end).toEqual({ kind: "answer", answer: {} });
    expect(noise.stderr).toContain("on stdout: hello");
    expect(noise.stderr).toContain("the id 999, which does not wait");
    expect((await ask({ say: "bare" })).end).toEqual({ kind: "answer", answer: { fine: true } });
    expect((await ask({ say: "torn" })).end).toMatchObject({ fault: "malformed" });
    expect((await ask({ say: "torn-bare" })).end).toMatchObject({ fault: "malformed" });
    expect((await ask({ say: "long" })).end).toMatchObject({ fault: "oversized" });
    expect((await ask({ say: "word" })).end).toMatchObject({ fault: "malformed" });
    const [first, second] = await Promise.all([
      ask({ say: "bare" }, { deadlineMs: 300 }),
      ask({ say: "torn" }),
    ]);
    expect([first?.end, second?.end]).toMatchObject([{ fault: "timeout" }, { fault: "malformed" }]);
  });

  it("whose event is cancelled lives on, and what it then says is for nobody", async () => {
    const { ask, end } = asking(
      onLines(
        "({ id, event }, say) => setTimeout(() => say({ id, pid: process.pid, n: event.n }), event.n === 1 ? 200 : 0)",
      ),
    );
    const stop = new AbortController();
    const first = await end({ n: 0 });
    const cancelled = ask({ n: 1 }, { signal: stop.signal });
    stop.abort();
    expect((await cancelled).end).toMatchObject({ fault: "cancelled" });
    expect(await end({ n: 0 })).toEqual(first);
    expect(await end({}, { signal: stop.signal })).toMatchObject({ fault: "cancelled" });
  });

  it("has real pipes: /dev/stderr and /dev/stdout can be opened", async () => {
    const script = `while read -r line; do id=\${line#*:}; echo trouble >/dev/stderr; echo "{\\"id\\":\${id%%,*}}" >/dev/stdout; done`;
    const { ask } = asking(script, {}, "worker.sh");
    // Two pipes: what was written to one may be seen after the answer on the other, with that to the next event.
    const answers = [await ask(), await ask(), await ask()];
    for (const { end } of answers) expect(end).toMatchObject({ kind: "answer" });
    expect(answers.map(({ stderr }) => stderr).join("")).toMatch(/^(trouble\n){2,3}$/);
  });

  it("answers what it has when the host closes, and is gone then with all that it started", async () => {
    const { ask, host, folder } = asking(
      `import { spawn } from "node:child_process"; import { writeFileSync } from "node:fs";
const child = spawn("sleep", ["60"], { stdio: "inherit" }); writeFileSync("pid", String(child.pid));
${onLines("({ id, event }, say) => setTimeout(() => say({ id }), event.ms ?? 0)")}`,
    );
    await ask();
    const slow = ask({ ms: 300 });
    await host.close();
    expect((await slow).end).toMatchObject({ kind: "answer" });
    expect(isAlive(Number(readFileSync(join(folder, "pid"), "utf8")))).toBe(false);
    expect((await ask()).end).toMatchObject({ fault: "cancelled" });
  });
});
