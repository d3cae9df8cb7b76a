import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { DeliveryError, defineDestination } from "../../../src/audit/destinations/destination.ts";
import { http } from "../../../src/audit/destinations/http.ts";
import { shipAll, shippingStatus } from "../../../src/audit/destinations/ship-all.ts";
import { startShipping } from "../../../src/audit/destinations/start-shipping.ts";
import { openTrail } from "../../../src/audit/open-trail.ts";
import { verifyChain } from "../../../src/audit/verify.ts";
import type { AuditEntry, AuditSettings } from "../../../src/contract/audit.ts";
import { removeFolder } from "../../remove-folder.ts";
import { bodyOf, serveHttp, serveRaw } from "../../system/loopback-server.ts";
import { chainFiles, decision, quick } from "./chain-files.ts";
import { compileShipping } from "./compiled-shipping.ts";

const settings: AuditSettings = {
  required: true,
  onFailure: "block",
  payloads: "digest",
  chain: "main",
  rotateBytes: 1024 * 1024,
  checkpointEvery: 1000,
  sync: false,
  destinations: [],
};

const entryOf = (index: number): AuditEntry => {
  const { v: _v, time: _time, mono: _mono, boot: _boot, payload: _payload, ...rest } = decision;
  return { ...rest, eventId: `event-${index}` };
};

/** A destination in this process; what it takes is a list of sequence numbers. */
function memory(
  type: string,
  before: (seqs: readonly number[], signal: AbortSignal) => Promise<void> | void,
) {
  const taken: number[] = [];
  const kind = defineDestination({
    type,
    summary: "in memory",
    fields: {},
    identity: [],
    open: () => ({
      async send(records, signal) {
        const seqs = records.map(({ record }) => record.seq);
        await before(seqs, signal);
        taken.push(...seqs);
      },
      close() {},
    }),
  });
  return { taken, kind };
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

function scratchFolder(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "hookline-ship-")));
  onTestFinished(() => removeFolder(root));
  return join(root, "audit");
}

it("writes 200 records while a destination hangs, and the others get them all", async () => {
  const folder = scratchFolder();
  const silent = await serveRaw(() => {});
  onTestFinished(() => silent.close());
  const good = memory("good", () => {});
  const dead = memory("dead", () => {
    throw new DeliveryError("it is dead");
  });
  const stuck = memory("stuck", () => new Promise(() => {}));
  const hung = { type: "http", url: silent.url.href, secretEnv: "S", timeoutSeconds: 60 };
  const destinations = [{ type: "stuck" }, hung, { type: "dead" }, { type: "good" }];
  const kinds = [good.kind, dead.kind, stuck.kind, http];
  const trail = openTrail(settings, folder, {
    shipping: (chain) =>
      startShipping(folder, chain, destinations, { kinds, pauses: quick, env: { S: "secret!" } }),
  });
  trail.write(entryOf(0), undefined);
  await expect.poll(() => silent.connections).toBe(1);
  // No write gives way to anything else: all of them return before the event loop turns.
  let turns = 0;
  const turn = setImmediate(() => turns++);
  const started = performance.now();
  for (let index = 1; index < 200; index++) trail.write(entryOf(index), undefined);
  expect(turns).toBe(0);
  expect(performance.now() - started).toBeLessThan(5_000);
  clearImmediate(turn);
  // The first record of a chain tells that it was opened.
  await expect.poll(() => good.taken.length, { timeout: 10_000 }).toBe(201);
  expect(good.taken).toEqual(upTo(201));
  expect(dead.taken).toEqual([]);
  const before = performance.now();
  await trail.close();
  expect(performance.now() - before).toBeLessThan(5_000);
  expect((await verifyChain(folder, "main")).status).toBe("intact");
  const status = shippingStatus(folder, destinations, kinds);
  expect(status.map(({ type, seq, behind }) => [type, seq, behind])).toEqual([
    ["stuck", 0, 201],
    ["http", 0, 201],
    ["dead", 0, 201],
    ["good", 201, 0],
  ]);
  expect(status[2]).toMatchObject({ error: "it is dead", attempts: expect.any(Number) });
  expect(status[0]?.error).toMatch(/stopped before the records were acknowledged/);
});

it("goes on over the border of two files", async () => {
  const folder = scratchFolder();
  const good = memory("good", () => {});
  const trail = openTrail({ ...settings, rotateBytes: 4096 }, folder, {
    shipping: (chain) =>
      startShipping(folder, chain, [{ type: "good" }], { kinds: [good.kind], closeMs: 20_000 }),
  });
  for (let index = 0; index < 60; index++) {
    trail.write(entryOf(index), undefined);
    if (index % 20 === 0) await delay(150);
  }
  await trail.close();
  expect(good.taken).toEqual(upTo(good.taken.length));
  expect(good.taken.length).toBeGreaterThan(60);
  expect(shippingStatus(folder, [{ type: "good" }], [good.kind])).toMatchObject([{ behind: 0 }]);
});

it("loses none and mixes none when half of the deliveries fail", async () => {
  const files = chainFiles();
  let calls = 0;
  const flaky = memory("flaky", () => {
    if (calls++ % 2 === 0) throw new Error("again, please");
  });
  const shipping = startShipping(files.folder, "main", [{ type: "flaky" }], {
    kinds: [flaky.kind],
    pauses: quick,
  });
  onTestFinished(() => shipping.close());
  for (let round = 0; round < 8; round++) {
    files.append(70);
    shipping.wake();
    await delay(20);
  }
  await expect.poll(() => flaky.taken.length, { timeout: 10_000 }).toBe(560);
  expect(flaky.taken).toEqual(upTo(560));
});

it("sends what dead processes left in every chain, and leaves alone what a living one sends", async () => {
  const files = chainFiles();
  files.append(5);
  files.append(3, {}, "main.2");
  let enter = () => {};
  let leave = () => {};
  const entered = new Promise<void>((resolve) => {
    enter = resolve;
  });
  const gate = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const slow = memory("slow", async () => {
    enter();
    await gate;
  });
  const own = startShipping(files.folder, "main", [{ type: "slow" }], { kinds: [slow.kind] });
  onTestFinished(() => own.close());
  own.wake();
  await entered;
  const other = memory("slow", () => {});
  const done = await shipAll(files.folder, [{ type: "slow" }], { kinds: [other.kind] });
  expect(done.map(({ chain, state, sent }) => [chain, state, sent])).toEqual([
    ["main", "busy", 0],
    ["main.2", "done", 3],
  ]);
  leave();
  expect(await own.flush(10_000)).toBe(true);
  expect([slow.taken, other.taken]).toEqual([upTo(5), upTo(3)]);
});

it("waits out a failure where it is only due, and tries again where somebody asks", async () => {
  const files = chainFiles();
  files.append(3);
  let calls = 0;
  const shy = memory("shy", () => {
    if (calls++ === 0) throw new DeliveryError("not before a minute is over", 60_000);
  });
  const ship = (whenDue: boolean) => shipAll(files.folder, [{ type: "shy" }], { kinds: [shy.kind], whenDue });
  expect(await ship(true)).toMatchObject([{ state: "failed" }]);
  expect(await ship(true)).toMatchObject([
    { state: "waiting", sent: 0, error: "not before a minute is over" },
  ]);
  expect(calls).toBe(1);
  expect(await ship(false)).toMatchObject([{ state: "done", sent: 3 }]);
  files.append(1);
  expect(await ship(true)).toMatchObject([{ state: "done", sent: 1 }]);
});

describe("in a process of its own", () => {
  const compiled = compileShipping();
  afterAll(() => removeFolder(compiled.folder));
  const env = { S: "secret" };
  const start = (text: string, flags: readonly string[] = []) =>
    spawn(process.execPath, [...flags, compiled.script(text)], {
      stdio: ["ignore", "pipe", "inherit"],
      env: { ...process.env, ...env },
    });
  const output = async (child: ReturnType<typeof start>) => {
    let text = "";
    for await (const chunk of child.stdout.setEncoding("utf8")) text += chunk;
    return text;
  };

  it("delivers again what was sent before it was killed, under the same id", async () => {
    const files = chainFiles();
    files.append(30);
    const ids: string[] = [];
    const bodies: string[] = [];
    let child: ReturnType<typeof start> | undefined;
    const server = await serveHttp(async (request, response) => {
      bodies.push(await bodyOf(request));
      ids.push(String(request.headers["webhook-id"]));
      // All of it has arrived; the sender is gone before it hears of it.
      if (ids.length === 1) {
        child?.kill("SIGKILL");
        files.append(10);
      }
      response.writeHead(200).end();
    });
    onTestFinished(() => server.close());
    const destination = { type: "http", name: "hook", url: server.url.href, secretEnv: "S" };
    child = start(`await shipAll(${JSON.stringify(files.folder)}, [${JSON.stringify(destination)}]);`);
    const [, signal] = await once(child, "exit");
    expect(signal).toBe("SIGKILL");
    expect(await shipAll(files.folder, [destination], { env })).toMatchObject([{ state: "done", sent: 40 }]);
    expect(ids.map((id) => id.split("/").at(-1))).toEqual(["1-30", "1-30", "31-40"]);
    expect(bodies[1]).toBe(bodies[0]);
  });

  it("needs no more memory for 10,000 records that wait than for a few", { timeout: 60_000 }, async () => {
    const files = chainFiles();
    // 25 MB of them, and a heap that could not hold them.
    const [line = ""] = files.append(1, { reason: "r".repeat(1_500) });
    const [before = "", after = ""] = line.split('"seq":1,');
    const all = upTo(10_000).map((seq) => `${before}"seq":${seq},${after}\n`);
    writeFileSync(join(files.folder, "main/000001.jsonl"), all.join(""));
    const path = join(files.root, "copy.jsonl");
    const child = start(
      `const [{ state, sent }] = await shipAll(${JSON.stringify(files.folder)}, [${JSON.stringify({ type: "file", path })}]);
      console.log(state, sent);`,
      ["--max-old-space-size=24"],
    );
    expect(await output(child)).toBe("done 10000\n");
    expect(readFileSync(path).equals(readFileSync(join(files.folder, "main/000001.jsonl")))).toBe(true);
  });

  it("names the packages that are not installed", async () => {
    const files = chainFiles();
    files.append(1);
    const destinations = [
      { type: "postgres", connectionEnv: "S" },
      { type: "otel", endpoint: "http://127.0.0.1:1" },
    ];
    const child = start(
      `console.log(JSON.stringify(await shipAll(${JSON.stringify(files.folder)}, ${JSON.stringify(destinations)})));`,
    );
    const [postgres, otel] = JSON.parse(await output(child));
    expect(postgres.error).toBe(
      'the postgres destination needs a package that is not installed: run "npm install pg" beside hookline',
    );
    expect(otel.error).toContain("@opentelemetry/exporter-logs-otlp-http");
  });

  it("ends soon after close, whatever its destinations hang in", async () => {
    const files = chainFiles();
    files.append(1);
    const silent = await serveRaw(() => {});
    onTestFinished(() => silent.close());
    const place = `127.0.0.1:${silent.port}`;
    const destinations = [
      { type: "http", url: `http://${place}/`, secretEnv: "S", timeoutSeconds: 60 },
      { type: "otel", endpoint: `http://${place}`, timeoutSeconds: 60 },
      { type: "postgres", connectionEnv: "DATABASE", timeoutSeconds: 60 },
      { type: "syslog", transport: "tcp", host: "127.0.0.1", port: silent.port, timeoutSeconds: 60 },
    ];
    symlinkSync(
      join(import.meta.dirname, "../../../../../node_modules"),
      join(compiled.folder, "node_modules"),
    );
    onTestFinished(() => unlinkSync(join(compiled.folder, "node_modules")));
    const child = start(
      `process.env.DATABASE = "postgresql://a:bcdefgh@${place}/x";
      const told = (name, { state }) => console.log(name.replace(/-.*/, ""), state);
      const shipping = startShipping(${JSON.stringify(files.folder)}, "main", ${JSON.stringify(destinations)}, { told });
      shipping.wake();
      await shipping.close();
      console.log("closed");`,
    );
    const timer = setTimeout(() => child.kill("SIGKILL"), 15_000);
    const text = await output(child);
    clearTimeout(timer);
    expect(text.trimEnd().split("\n").sort()).toEqual([
      "closed",
      "http stopped",
      "otel stopped",
      "postgres stopped",
      "syslog stopped",
    ]);
    expect(child.signalCode ?? (await once(child, "exit"))[1]).toBe(null);
  });

  it("is not kept alive by a destination that waits to be tried again", async () => {
    const files = chainFiles();
    files.append(1);
    const closed = await serveRaw(() => {});
    await closed.close();
    const destination = { type: "http", url: closed.url.href, secretEnv: "S" };
    const child = start(
      `const told = (name, { state }) => console.log(state);
      startShipping(${JSON.stringify(files.folder)}, "main", [${JSON.stringify(destination)}], { told }).wake();
      setTimeout(() => {}, 500);`,
    );
    expect(await output(child)).toBe("failed\n");
  });
});

it("sends a chain that took the place of another from its beginning", async () => {
  const files = chainFiles();
  files.append(20);
  const good = memory("good", () => {});
  await shipAll(files.folder, [{ type: "good" }], { kinds: [good.kind] });
  removeFolder(join(files.folder, "main/000001.jsonl"));
  const path = join(files.folder, "main/000001.jsonl");
  const other = chainFiles();
  other.append(4, { session: "another" });
  writeFileSync(path, readFileSync(join(other.folder, "main/000001.jsonl")));
  await shipAll(files.folder, [{ type: "good" }], { kinds: [good.kind] });
  expect(good.taken).toEqual([...upTo(20), ...upTo(4)]);
});

it("passes over lines that hold no record, and sends forged ones as they are", async () => {
  const files = chainFiles();
  const [line = ""] = files.append(1);
  const path = join(files.folder, "main/000001.jsonl");
  const forged = JSON.stringify({
    ...JSON.parse(line),
    seq: 9,
    time: "never",
    hooks: 7,
    actor: null,
    durationMs: -1e300,
  });
  writeFileSync(path, `${line}\nno record\n${forged}\n{"v":1,"se`);
  const lines: string[] = [];
  const kind = defineDestination({
    type: "lines",
    summary: "keeps lines",
    fields: {},
    identity: [],
    open: () => ({
      async send(records) {
        lines.push(...records.map((one) => one.line));
        for (const { record } of records) expect(Date.parse(record.time)).not.toBeNaN();
      },
      close() {},
    }),
  });
  expect(await shipAll(files.folder, [{ type: "lines" }], { kinds: [kind] })).toMatchObject([
    { state: "done" },
  ]);
  expect(lines).toEqual([line, forged]);
});

it("believes no cursor that somebody else could have written", async () => {
  const files = chainFiles();
  files.append(2);
  const good = memory("good", () => {});
  const options = { kinds: [good.kind] };
  const named = [{ type: "good", name: "good" }];
  mkdirSync(join(files.folder, "main/cursors"), { recursive: true });
  const path = join(files.folder, "main/cursors/good.json");
  const elsewhere = join(files.root, "elsewhere.json");
  writeFileSync(elsewhere, "{}");
  symlinkSync(elsewhere, path);
  expect(await shipAll(files.folder, named, options)).toMatchObject([
    { state: "failed", error: expect.stringContaining("is a link") },
  ]);
  removeFolder(path);
  writeFileSync(path, "{}");
  chmodSync(path, 0o666);
  expect(await shipAll(files.folder, named, options)).toMatchObject([
    { state: "failed", error: expect.stringContaining("chmod") },
  ]);
  chmodSync(path, 0o600);
  writeFileSync(path, '{"origin": 1, "half');
  expect(await shipAll(files.folder, named, options)).toMatchObject([{ state: "done", sent: 2 }]);
});

it("says what keeps it from working, where it is not another process", async () => {
  const files = chainFiles();
  files.append(1);
  writeFileSync(join(files.folder, "main/cursors"), "in the way");
  const good = memory("good", () => {});
  const [done] = await shipAll(files.folder, [{ type: "good" }], { kinds: [good.kind] });
  expect(done).toMatchObject({ state: "failed", sent: 0, error: expect.stringMatching(/EEXIST|ENOTDIR/) });
});

it("tells of options that cannot be used, and sends to the others", async () => {
  const files = chainFiles();
  files.append(1);
  const good = memory("good", () => {});
  const destinations = [{ type: "../../etc" }, { type: "good", speed: 3 }, { type: "good" }];
  const done = await shipAll(files.folder, destinations, { kinds: [good.kind] });
  expect(done.map(({ state }) => state)).toEqual(["failed", "failed", "done"]);
  const status = shippingStatus(files.folder, destinations, [good.kind]);
  expect(status.map(({ error, behind }) => [error, behind])).toEqual([
    [expect.stringContaining('no destination of the type "../../etc"'), 1],
    [expect.stringContaining('no option "speed"'), 1],
    ["", 0],
  ]);
});
