// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the placeholders under test look like this
import type { IncomingHttpHeaders } from "node:http";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Layer } from "../../src/contract/hook.ts";
import type { JsonObject } from "../../src/contract/json.ts";
import type { Call, Services } from "../../src/contract/runner.ts";
import { http } from "../../src/runners/http.ts";
import { createHttpClient, type HttpClient } from "../../src/system/http/http.ts";
import { bodyOf, type LoopbackServer, serveHttp } from "../system/loopback-server.ts";
import { approvedHook } from "./approved-hook.ts";
import { callWith, payload } from "./call.ts";

let client: HttpClient;
let server: LoopbackServer;
let seen: { headers: IncomingHttpHeaders; body: string }[];
let answer: { status: number; body: string } | null;

beforeEach(async () => {
  client = createHttpClient();
  seen = [];
  answer = { status: 200, body: '{"continue":true}' };
  server = await serveHttp(async (request, response) => {
    seen.push({ headers: request.headers, body: await bodyOf(request) });
    if (answer) response.writeHead(answer.status).end(answer.body);
  });
});

afterEach(async () => {
  client.close();
  await server.close();
});

function run(
  fields: JsonObject = {},
  services: Partial<Services> = {},
  given: Partial<Call> = {},
  layer: Layer = "user",
) {
  const hook = approvedHook({ type: "http", source: { layer, file: "/hooks.json", text: "hooks.json:1:1" } });
  const call = callWith({ request: client.request, ...services }, given);
  return http.run(hook, { url: server.url.href, ...fields }, call);
}

describe("a request", () => {
  test("carries the payload, the event's id and its depth", async () => {
    const ended = await run();
    expect(ended).toMatchObject({
      end: { kind: "http", status: 200 },
      stdout: { text: '{"continue":true}', truncated: false },
      stderr: { text: "" },
      left: [],
    });
    expect(ended.durationMs).toBeGreaterThan(0);
    expect(seen).toHaveLength(1);
    expect(seen[0]?.body).toBe(`${JSON.stringify(payload)}\n`);
    expect(seen[0]?.headers).toMatchObject({
      "content-type": "application/json",
      "x-hookline-event-id": "event-1",
      "x-hookline-depth": "1",
    });
  });

  test.each([204, 302, 500])("answered with %i is a fact, not a judgement", async (status) => {
    answer = { status, body: "" };
    expect((await run()).end).toEqual({ kind: "http", status });
  });

  test("with a body beyond the cap is truncated", async () => {
    answer = { status: 200, body: `{${" ".repeat(1_100_000)}}` };
    const { stdout } = await run();
    expect([stdout.truncated, stdout.text.length]).toEqual([true, 1_048_576]);
  });

  test("without an answer in time is a timeout", async () => {
    answer = null;
    const { end } = await run({}, {}, { deadlineMs: 100 });
    expect(end).toMatchObject({ kind: "fault", fault: "timeout", detail: expect.stringContaining("0.1 s") });
  });

  test("that is cancelled says so", async () => {
    const { end } = await run({}, {}, { signal: AbortSignal.abort() });
    expect(end).toMatchObject({ kind: "fault", fault: "cancelled" });
  });

  test("that reaches nobody never ran", async () => {
    await server.close();
    const { end } = await run();
    expect(end).toMatchObject({ kind: "fault", fault: "spawn", detail: expect.stringContaining("refused") });
    server = await serveHttp(() => {});
  });
});

describe("reach", () => {
  const other = { url: "" };
  const rebound = (layer: Layer) => {
    const renamed = createHttpClient(async () => [{ address: "127.0.0.1", family: 4 }]);
    other.url = `http://internal.test:${server.port}/`;
    return run(other, { request: renamed.request }, {}, layer).finally(() => renamed.close());
  };

  test.each(["user", "managed", "code"] as const)("of a %s hook is every address", async (layer) => {
    expect((await rebound(layer)).end).toMatchObject({ kind: "http", status: 200 });
  });

  test.each(["team", "local"] as const)("of a %s hook is the public and literal loopback", async (layer) => {
    expect((await rebound(layer)).end).toMatchObject({
      fault: "spawn",
      detail: expect.stringContaining("internal.test is at 127.0.0.1, which is not a public address"),
    });
    expect(seen).toEqual([]);
    expect((await run({}, {}, {}, layer)).end).toMatchObject({ kind: "http", status: 200 });
  });
});

describe("headers", () => {
  const env = { TOKEN: "s3cret", OTHER: "hidden", EVIL: "a\r\nx-injected: 1" };

  test("take variables that the entry and every list allow; others are empty, and that is said", async () => {
    const { stderr } = await run(
      {
        headers: {
          Authorization: "Bearer $TOKEN",
          "X-Both": "${TOKEN}-${OTHER}",
          "X-Cost": "5$",
          "X-None": "$GONE",
        },
        allowedEnvVars: ["TOKEN", "GONE"],
      },
      {
        allowedHeaderVariables: [
          ["TOKEN", "OTHER", "GONE"],
          ["TOKEN", "GONE"],
        ],
      },
      { env },
    );
    expect(seen[0]?.headers).toMatchObject({
      authorization: "Bearer s3cret",
      "x-both": "s3cret-",
      "x-cost": "5$",
      "x-none": "",
    });
    expect(stderr.text.split("\n")).toEqual([
      'header X-Both: $OTHER is sent empty, because "allowedEnvVars" or "httpHookAllowedEnvVars" does not name it',
      "header X-None: $GONE is sent empty, because there is no such variable",
    ]);
  });

  test("lose a variable that one list leaves out", async () => {
    await run(
      { headers: { a: "<$TOKEN>" }, allowedEnvVars: ["TOKEN"] },
      { allowedHeaderVariables: [["TOKEN"], []] },
      { env },
    );
    expect(seen[0]?.headers.a).toBe("<>");
  });

  test("never take what is only inherited by every object", async () => {
    await run({ headers: { a: "<$constructor>" }, allowedEnvVars: ["constructor"] }, {}, { env });
    expect(seen[0]?.headers.a).toBe("<>");
  });

  test("with a line break from a variable are not sent", async () => {
    const { end } = await run({ headers: { a: "$EVIL" }, allowedEnvVars: ["EVIL"] }, {}, { env });
    expect(end).toMatchObject({
      fault: "spawn",
      detail: expect.stringContaining("header a holds a line break"),
    });
    expect(end).not.toMatchObject({ detail: expect.stringContaining("injected") });
    expect(seen).toEqual([]);
  });

  test("may replace the content type, in any spelling", async () => {
    await run({ headers: { "CONTENT-TYPE": "application/vnd.hook+json" } });
    expect(seen[0]?.headers["content-type"]).toBe("application/vnd.hook+json");
  });
});

describe("the list of allowed URLs", () => {
  test("blocks what one list does not name, without a request", async () => {
    const lists = [["http://127.0.0.1:*"], ["https://hooks.example.com/*"]];
    const { end } = await run({}, { allowedUrls: lists });
    expect(end).toMatchObject({
      fault: "spawn",
      detail: `"allowedHttpHookUrls" does not allow ${server.url.href}: nothing was sent`,
    });
    expect(server.connections).toBe(0);
  });

  test("lets through what every list names", async () => {
    const { end } = await run({}, { allowedUrls: [["*"], ["http://127.0.0.1:*/hook"]] });
    expect(end).toMatchObject({ kind: "http", status: 200 });
  });
});

describe("an entry is wrong", () => {
  test.each<[JsonObject, string | null]>([
    [{ url: "https://example.com/hook" }, null],
    [{ url: "HTTP://[::1]:8080", headers: { "X-A": "b", accept: "*/*" } }, null],
    [
      { url: "example.com/hook" },
      '"example.com/hook" is not a URL: write all of it, such as https://example.com/hook',
    ],
    [
      { url: "localhost:3000/hook" },
      '"localhost:3000/hook" must begin with http:// or https://, not with localhost:',
    ],
    [
      { url: "file:///etc/passwd" },
      '"file:///etc/passwd" must begin with http:// or https://, not with file:',
    ],
    [{ url: "http://a", headers: { "a b": "c" } }, '"a b" is not the name of a header'],
    [{ url: "http://a", headers: { a: 1 } }, "the value of the header a must be a string"],
    [
      { url: "http://a", headers: { a: "b\nc" } },
      "the value of the header a holds a line break or another character that a header cannot hold",
    ],
    [
      { url: "http://a", headers: { a: "→" } },
      "the value of the header a holds a line break or another character that a header cannot hold",
    ],
    [{ url: "http://a", headers: { Host: "b" } }, "the header Host is set by Hookline: leave it out"],
    [
      { url: "http://a", headers: { "Transfer-Encoding": "chunked" } },
      "the header Transfer-Encoding is set by Hookline: leave it out",
    ],
  ])("%j → %s", (fields, sentence) => {
    expect(http.check?.(fields)).toBe(sentence);
  });
});
