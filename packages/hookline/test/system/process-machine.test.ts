import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type CompiledHost, compileHost } from "./compiled.ts";

let compiled: CompiledHost;
beforeAll(() => {
  compiled = compileHost();
});
afterAll(() => compiled.remove());

describe("a process with a host", () => {
  test("exits by itself when all runs have settled, and leaves no folder", async () => {
    const result = await compiled.run(`
      import { readdirSync } from "node:fs";
      const host = createDirectHost();
      const { end } = await run(host, command(["/bin/sh", "-c", "exec sleep 30"], { deadlineMs: 100 }));
      const runs = Array.from({ length: 12 }, () => run(host, command(["/bin/true"])));
      await Promise.all(runs);
      console.log(end.kind, process.env.TMPDIR);
      const started = performance.now();
      process.on("exit", () => console.log(performance.now() - started < 1000));
    `);
    const folder = result.stdout.split("\n")[0]?.split(" ")[1] ?? "";
    expect(result).toEqual({ code: 0, stderr: "", stdout: `timeout ${folder}\ntrue\n` });
    expect(readdirSync(folder).filter((name) => name.startsWith("hookline-"))).toEqual([]);
  });

  test("works without mkfifo, with Node's own pipes", async () => {
    const result = await compiled.run(
      `const host = createDirectHost();
      const facts = await run(host, command(["/bin/sh", "-c", "/bin/cat; echo ran; echo err >&2"]));
      const flood = await run(host, command(["/bin/sh", "-c", "/usr/bin/head -c 3000000 /dev/zero"]));
      const big = await host.run({ eventId: "event", payloads: [new Uint8Array(2000000)],
        commands: [command(["/bin/true"])] }, new AbortController().signal)[0];
      console.log(JSON.stringify([facts.end, facts.stdout.text, facts.stderr.text, flood.stdout.bytes, big.end.kind]));
      await host.close();`,
      "export PATH=/no/such/folder",
    );
    const expected = [{ kind: "exit", code: 0 }, "ran\n", "err\n", 3_000_000, "exit"];
    expect(result).toEqual({ code: 0, stderr: "", stdout: `${JSON.stringify(expected)}\n` });
  });

  test("works without a temporary folder", async () => {
    const result = await compiled.run(
      `const host = createDirectHost();
      console.log((await run(host, command(["/bin/echo", "ran"]))).stdout.text);
      await host.close();`,
      "export TMPDIR=/no/such/folder",
    );
    expect(result).toEqual({ code: 0, stderr: "", stdout: "ran\n\n" });
  });

  test("gives the payload through Node's pipe when the disk has no room for it", async () => {
    const result = await compiled.run(
      `const host = createDirectHost();
      const payloads = [new Uint8Array(200000)];
      const facts = await host.run({ eventId: "event", payloads, commands: [command(["/bin/sh", "-c",
        "wc -c; echo by name >/dev/stderr"])] }, new AbortController().signal)[0];
      console.log(JSON.stringify([facts.stdout.text.trim(), facts.stderr.text]));
      await host.close();`,
      "ulimit -f 100",
    );
    expect(result).toEqual({ code: 0, stderr: "", stdout: '["200000","by name\\n"]\n' });
  });
});

describe("a machine that is short of files", () => {
  const exhaust = `
    import { openSync, closeSync } from "node:fs";
    const taken = [];
    const exhaust = () => { try { for (;;) taken.push(openSync("/dev/null", "r")); } catch {} };
    const host = createDirectHost();
  `;

  test("is asked again until it has room", async () => {
    const result = await compiled.run(
      `${exhaust}
      exhaust();
      const running = run(host, command(["/bin/sh", "-c", "echo ran; cat /dev/stdin"]));
      setTimeout(() => taken.splice(0, 30).forEach((fd) => closeSync(fd)), 200);
      const { end, stdout, durationMs } = await running;
      console.log(JSON.stringify([end, stdout.text, durationMs > 150]));
      await host.close();`,
      "ulimit -n 60",
    );
    expect(result).toEqual({ code: 0, stderr: "", stdout: '[{"kind":"exit","code":0},"ran\\n",true]\n' });
  });

  test("is told, after tries inside the deadline", async () => {
    const result = await compiled.run(
      `${exhaust}
      await run(host, command(["/bin/true"]));
      exhaust();
      const { end, durationMs } = await run(host, command(["/bin/true"], { deadlineMs: 300 }));
      taken.forEach((fd) => closeSync(fd));
      console.log(JSON.stringify([end.kind, end.code, durationMs > 100, durationMs < 1000]));
      console.log((await run(host, command(["/bin/true"]))).end.kind);
      await host.close();`,
      "ulimit -n 60",
    );
    expect(result).toEqual({ code: 0, stderr: "", stdout: '["unstarted","EMFILE",true,true]\nexit\n' });
  });
});
