import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { loadPackages } from "../../../src/audit/destinations/optional-packages.ts";
import { shipAll } from "../../../src/audit/destinations/ship-all.ts";
import { bodyOf, serveHttp, serveRaw } from "../../system/loopback-server.ts";
import { aHook, chainFiles, execution } from "./chain-files.ts";

interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code: number; readonly message?: string };
}

interface Log {
  readonly timeUnixNano: string;
  readonly severityNumber: number;
  readonly body: { readonly stringValue: string };
  readonly eventName: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly attributes: readonly Attribute[];
}

/** A collector that takes OTLP over HTTP (JSON); `status` answers each request, by its path and number from 0. */
async function collector(status: (path: string, index: number) => number = () => 200) {
  const logs: Log[] = [];
  const spans: Span[] = [];
  const headers: unknown[] = [];
  let index = 0;
  const server = await serveHttp(async (request, response) => {
    const body = JSON.parse(await bodyOf(request));
    headers.push(request.headers["x-team"]);
    for (const { scopeLogs } of body.resourceLogs ?? [])
      for (const { logRecords } of scopeLogs) logs.push(...logRecords);
    for (const { scopeSpans } of body.resourceSpans ?? [])
      for (const { spans: found } of scopeSpans) spans.push(...found);
    response.writeHead(status(request.url ?? "", index++), { "content-type": "application/json" }).end("{}");
  });
  onTestFinished(() => server.close());
  return { logs, spans, headers, settings: { type: "otel", name: "otel", endpoint: server.url.origin } };
}

function values(attributes: readonly Attribute[]) {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}

it("sends a log for each record, and spans for the tool and the hooks before it", async () => {
  const files = chainFiles();
  const broken = { ...aHook, id: "slow", status: "fault", fault: "timeout", failedOpen: true, durationMs: 7 };
  files.append(1, { hooks: [aHook, broken] });
  files.append(1, { ...execution, event: "PostToolUse", time: "2026-11-15T09:14:04.000Z", durationMs: 1500 });
  files.append(1, { kind: "note", note: "key-rotated", detail: {} });
  const { logs, spans, headers, settings } = await collector();
  const options = { ...settings, headers: { "x-team": "$TEAM" }, allowedEnvVars: ["TEAM"] };
  expect(await shipAll(files.folder, [options], { env: { TEAM: "mill" } })).toMatchObject([
    { state: "done", sent: 3, error: "" },
  ]);
  expect(headers).toEqual(["mill", "mill"]);

  expect(logs.map(({ eventName }) => eventName)).toEqual([
    "hookline.decision",
    "hookline.execution",
    "hookline.note",
  ]);
  const [first] = logs;
  expect(first?.body.stringValue).toBe(
    "deny Bash by guard, slow: that would push by force (failed open: slow, timeout)",
  );
  expect(first?.severityNumber).toBe(17);
  expect(first?.timeUnixNano).toBe("1794734042123000000");
  expect(values(first?.attributes ?? [])).toMatchObject({
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "Bash",
    "gen_ai.tool.call.id": "call-1",
    "gen_ai.agent.id": "agent-1",
    "gen_ai.conversation.id": "session-1",
    "hookline.decision.verdict": "deny",
    "hookline.audit.seq": 1,
    "log.record.uid": expect.stringMatching(/^[0-9a-f]{64}$/),
  });

  const [guard, slow, tool] = spans;
  expect(spans).toHaveLength(3);
  expect(tool).toMatchObject({
    name: "execute_tool Bash",
    kind: 1,
    startTimeUnixNano: "1794734042500000000",
    endTimeUnixNano: "1794734044000000000",
    status: { code: 2, message: "exit 1" },
  });
  expect(values(tool?.attributes ?? [])).toMatchObject({ "error.type": "error", "gen_ai.tool.name": "Bash" });
  expect(tool?.parentSpanId).toBeUndefined();
  expect(guard).toMatchObject({ name: "hookline.hook", kind: 1, parentSpanId: tool?.spanId });
  expect(slow).toMatchObject({ parentSpanId: tool?.spanId, status: { code: 2 } });
  expect(values(slow?.attributes ?? [])).toMatchObject({
    "error.type": "timeout",
    "hookline.hook.id": "slow",
    "hookline.hook.failed_open": true,
  });
  expect(new Set([...spans, ...logs.slice(0, 2)].map(({ traceId }) => traceId)).size).toBe(1);
  expect(guard?.traceId).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(spans.map(({ spanId }) => spanId)).size).toBe(3);
});

it("sends the same ids again after a failure, so that nothing is counted twice", async () => {
  const files = chainFiles();
  files.append(2);
  const { logs, spans, settings } = await collector((path, index) =>
    path === "/v1/traces" && index < 2 ? 400 : 200,
  );
  const [failed] = await shipAll(files.folder, [settings]);
  expect(failed).toMatchObject({ state: "failed", sent: 0, error: expect.stringContaining("400") });
  expect(await shipAll(files.folder, [settings])).toMatchObject([{ state: "done", sent: 2 }]);
  const uids = logs.map(({ attributes }) => values(attributes)["log.record.uid"]);
  expect([uids.length, new Set(uids).size]).toEqual([4, 2]);
  expect([spans.length, new Set(spans.map(({ spanId }) => spanId)).size]).toEqual([4, 2]);
});

it("sends no arguments unless somebody asks for them", async () => {
  const files = chainFiles();
  const text = '{"tool_input":{"command":"git push -f"}}';
  const salt = "00".repeat(16);
  const digest = createHash("sha256").update(Buffer.from(salt, "hex")).update(text).digest("hex");
  const kept = join(files.folder, "main/payloads", digest.slice(0, 2));
  mkdirSync(kept, { recursive: true });
  writeFileSync(join(kept, `${digest}.json`), `{"payload":${text},"salt":"${salt}"}\n`);
  const payload = { how: "salted", digest, size: text.length };
  files.append(1, { payload, hooks: [] });
  files.append(1, { ...execution, payload });
  const { spans, logs, settings } = await collector();
  await shipAll(files.folder, [{ ...settings, name: "shy" }]);
  expect([spans.length, logs.length, JSON.stringify([spans, logs])]).toEqual([
    1,
    2,
    expect.not.stringContaining("push -f"),
  ]);
  await shipAll(files.folder, [{ ...settings, name: "open", arguments: true }]);
  for (const { attributes } of [...spans.slice(1), ...logs.slice(2)])
    expect(values(attributes)["gen_ai.tool.call.arguments"]).toBe('{"command":"git push -f"}');
});

it("can be logs alone or spans alone", async () => {
  const files = chainFiles();
  files.append(1);
  const { logs, spans, settings } = await collector();
  await shipAll(files.folder, [
    { ...settings, name: "logs", spans: false },
    { ...settings, name: "spans", logs: false },
  ]);
  expect([logs.length, spans.length]).toEqual([1, 1]);
});

it("gives up on a collector that never answers, within its time", async () => {
  const files = chainFiles();
  files.append(1);
  const silent = await serveRaw(() => {});
  onTestFinished(() => silent.close());
  const settings = { type: "otel", endpoint: `http://127.0.0.1:${silent.port}`, timeoutSeconds: 0.3 };
  expect(await shipAll(files.folder, [settings])).toMatchObject([{ state: "failed", sent: 0 }]);
});

it("names the packages to install where they are missing", async () => {
  const absent = "@opentelemetry/no-such-package";
  await expect(loadPackages("otel", [absent], () => import(absent))).rejects.toThrow(
    `the otel destination needs a package that is not installed: run "npm install ${absent}" beside hookline`,
  );
  const broken = () => Promise.reject(new TypeError("it is broken"));
  await expect(loadPackages("otel", [absent], broken)).rejects.toThrow("it is broken");
});
