import { getEventListeners, once } from "node:events";
import type { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { HttpFacts, HttpRequest } from "../../src/contract/runner.ts";
import { createHttpClient, type HttpClient } from "../../src/system/http/http.ts";
import { limitedResolve } from "../../src/system/http/look-up.ts";
import { bodyOf, type LoopbackServer, serveHttp, serveRaw } from "./loopback-server.ts";

let client: HttpClient;
const opened: { close(): unknown }[] = [];

beforeEach(() => {
  client = createHttpClient();
});

afterEach(async () => {
  client.close();
  for (const one of opened.splice(0)) await one.close();
});

function using<T extends { close(): unknown }>(one: T): T {
  opened.push(one);
  return one;
}

function post(url: URL, given: Partial<HttpRequest> = {}): HttpRequest {
  return {
    url,
    headers: { "content-type": "application/json" },
    body: new TextEncoder().encode('{"a":1}\n'),
    deadlineMs: 10_000,
    cap: 1_000,
    reach: "any",
    signal: new AbortController().signal,
    ...given,
  };
}

function answered(facts: HttpFacts) {
  if (facts.kind !== "answer") throw new Error(`${facts.kind}: ${facts.detail}`);
  return facts;
}

function named(server: LoopbackServer, host: string): URL {
  return new URL(`http://${host}:${server.port}/hook`);
}

const plainAnswer = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";

describe("an answer", () => {
  test("gets the body by POST, with the headers, and is given back whole", async () => {
    let seen: unknown;
    const server = using(
      await serveHttp(async (request, response) => {
        const { method, url, headers } = request;
        seen = {
          method,
          url,
          body: await bodyOf(request),
          kind: headers["content-type"],
          coding: headers["accept-encoding"],
          length: headers["content-length"],
        };
        response.end('{"decision":"block"} é');
      }),
    );
    const facts = answered(await client.request(post(server.url)));
    expect(seen).toEqual({
      method: "POST",
      url: "/hook",
      body: '{"a":1}\n',
      kind: "application/json",
      coding: "identity",
      length: "8",
    });
    expect(facts).toEqual({
      kind: "answer",
      status: 200,
      body: { text: '{"decision":"block"} é', tail: "", bytes: 23, truncated: false, valid: true },
    });
  });

  test.each([204, 304, 403, 500])("may have the status %i", async (status) => {
    const server = using(await serveHttp((_request, response) => response.writeHead(status).end()));
    const facts = answered(await client.request(post(server.url)));
    expect([facts.status, facts.body.text, facts.body.bytes]).toEqual([status, "", 0]);
  });

  test("with a redirect is an answer: the other place is never visited", async () => {
    const other = using(await serveHttp((_request, response) => response.end()));
    const server = using(
      await serveHttp((_request, response) =>
        response.writeHead(302, { location: other.url.href }).end("moved"),
      ),
    );
    const facts = answered(await client.request(post(server.url)));
    expect([facts.status, facts.body.text, other.connections]).toEqual([302, "moved", 0]);
  });

  test("that is not UTF-8 says so", async () => {
    const server = using(
      await serveHttp((_request, response) => response.end(Buffer.from([0x7b, 0xff, 0x7d]))),
    );
    expect(answered(await client.request(post(server.url))).body.valid).toBe(false);
  });

  test("of exactly the cap is whole", async () => {
    const server = using(await serveHttp((_request, response) => response.end("x".repeat(1_000))));
    const { body } = answered(await client.request(post(server.url)));
    expect([body.bytes, body.truncated, body.text.length]).toEqual([1_000, false, 1_000]);
  });

  test("that never ends is cut at the cap, between characters, and its connection closed", async () => {
    let ended: Promise<unknown> = Promise.resolve();
    const server = using(
      await serveHttp((_request, response) => {
        ended = once(response, "close");
        const more = () => {
          while (!response.destroyed && response.write("é".repeat(4_000)));
        };
        response.on("drain", more);
        response.write("{");
        more();
      }),
    );
    const { body, status } = answered(await client.request(post(server.url)));
    expect([status, body.truncated, body.valid, body.tail]).toEqual([200, true, true, ""]);
    expect(body.text).toBe(`{${"é".repeat(499)}`);
    expect(body.bytes).toBeGreaterThan(1_000);
    await ended;
  });

  test("counts before the server has read all of the request, and the rest is not sent", async () => {
    const sockets: Socket[] = [];
    const server = using(
      await serveRaw((socket) => {
        sockets.push(socket);
        socket.once("data", () => {
          socket.pause();
          socket.write("HTTP/1.1 413 Too Large\r\ncontent-length: 9\r\n\r\ntoo large");
        });
      }),
    );
    const facts = answered(await client.request(post(server.url, { body: new Uint8Array(20_000_000) })));
    expect([facts.status, facts.body.text]).toEqual([413, "too large"]);
    for (const socket of sockets) await once(socket.resume(), "close");
    expect(sockets).toHaveLength(1);
  });
});

describe("the deadline covers", () => {
  const timeout = {
    kind: "timeout",
    detail: expect.stringMatching(/^no complete answer from \S+ within 0\.15 s$/),
  };

  test("the look-up of the name", async () => {
    const stuck = using(createHttpClient(() => new Promise(() => {})));
    expect(await stuck.request(post(new URL("http://stuck.test/"), { deadlineMs: 150 }))).toEqual(timeout);
  });

  test("the wait for headers, and closes the connection", async () => {
    let left: Promise<unknown> = Promise.resolve();
    const server = using(
      await serveRaw((socket) => {
        left = once(socket.resume(), "close");
      }),
    );
    expect(await client.request(post(server.url, { deadlineMs: 150 }))).toEqual(timeout);
    await left;
  });

  test("a body that drips", async () => {
    let drops = 0;
    const server = using(
      await serveHttp((_request, response) => {
        const timer = setInterval(() => {
          drops += 1;
          response.write(" ");
        }, 10);
        response.on("close", () => clearInterval(timer));
      }),
    );
    expect(await client.request(post(server.url, { deadlineMs: 150 }))).toEqual(timeout);
    expect(drops).toBeGreaterThan(0);
  });
});

describe("a request that is called off", () => {
  test("by its signal ends at once and leaves no listener", async () => {
    const controller = new AbortController();
    const server = using(await serveHttp(() => controller.abort()));
    const facts = await client.request(post(server.url, { signal: controller.signal }));
    expect(facts).toEqual({ kind: "cancelled", detail: `the request to ${server.url.host} was cancelled` });
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  test("before it starts is not sent", async () => {
    const server = using(await serveHttp((_request, response) => response.end()));
    const facts = await client.request(post(server.url, { signal: AbortSignal.abort() }));
    expect([facts.kind, server.connections]).toEqual(["cancelled", 0]);
  });

  test("by close is cancelled, and so is every later one", async () => {
    const server = using(await serveHttp(() => client.close()));
    expect((await client.request(post(server.url))).kind).toBe("cancelled");
    expect((await client.request(post(server.url))).kind).toBe("cancelled");
    expect(server.connections).toBe(1);
  });

  test("leaves no listener after an answer either", async () => {
    const { signal } = new AbortController();
    const server = using(await serveHttp((_request, response) => response.end()));
    answered(await client.request(post(server.url, { signal })));
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});

describe("connections", () => {
  test("are kept alive and used again", async () => {
    const server = using(
      await serveHttp(async (request, response) => {
        await bodyOf(request);
        response.end("{}");
      }),
    );
    for (let count = 0; count < 5; count += 1) answered(await client.request(post(server.url)));
    expect(server.connections).toBe(1);
  });

  test("of twenty requests at once serve the next twenty too, and their name is looked up once", async () => {
    const server = using(
      await serveHttp((request, response) => request.resume().on("end", () => response.end("{}"))),
    );
    const asked: string[] = [];
    const counted = limitedResolve(async (name) => {
      asked.push(name);
      return [{ address: "127.0.0.1", family: 4 }];
    }, 2);
    const own = using(createHttpClient(counted));
    const url = named(server, "hooks.example");
    for (let event = 0; event < 10; event += 1) {
      const all = Array.from({ length: 20 }, () => own.request(post(url)));
      for (const facts of await Promise.all(all)) answered(facts);
    }
    expect([server.connections, asked]).toEqual([20, ["hooks.example"]]);
  });

  test("are not shared between reaches", async () => {
    const server = using(
      await serveHttp((request, response) => request.resume().on("end", () => response.end())),
    );
    answered(await client.request(post(server.url, { reach: "any" })));
    answered(await client.request(post(server.url, { reach: "public-and-literal-loopback" })));
    expect(server.connections).toBe(2);
    expect((await client.request(post(server.url, { reach: "public" }))).kind).toBe("unreached");
  });

  test("that the server has closed meanwhile are replaced once, without anybody noticing", async () => {
    const server = using(
      await serveRaw((socket, index) => {
        let requests = 0;
        socket.on("data", () => {
          requests += 1;
          if (index === 0 && requests === 2) socket.destroy();
          else socket.write(plainAnswer);
        });
      }),
    );
    answered(await client.request(post(server.url)));
    expect(answered(await client.request(post(server.url))).status).toBe(200);
    expect(server.connections).toBe(2);
  });

  test("that break after the first byte of an answer are not tried again", async () => {
    const server = using(
      await serveRaw((socket) => {
        let requests = 0;
        socket.on("data", () => {
          requests += 1;
          if (requests === 1) socket.write(plainAnswer);
          else socket.end("HTTP/1.1 2");
        });
      }),
    );
    answered(await client.request(post(server.url)));
    expect((await client.request(post(server.url))).kind).toBe("unreached");
    expect(server.connections).toBe(1);
  });

  test("that are new and break are not tried again", async () => {
    const server = using(await serveRaw((socket) => socket.on("data", () => socket.resetAndDestroy())));
    const facts = await client.request(post(server.url));
    expect(facts).toEqual({
      kind: "unreached",
      detail: `cannot reach ${server.url.host}: the connection was closed before the answer was complete (ECONNRESET)`,
    });
    expect(server.connections).toBe(1);
  });

  test("that break in the middle of the body give no answer", async () => {
    const server = using(
      await serveRaw((socket) =>
        socket.on("data", () => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\n{}")),
      ),
    );
    expect(await client.request(post(server.url))).toMatchObject({
      kind: "unreached",
      detail: expect.stringContaining("the connection was closed before the answer was complete"),
    });
  });
});

describe("nothing is reached", () => {
  test("where nobody listens", async () => {
    const server = await serveHttp(() => {});
    await server.close();
    expect(await client.request(post(server.url))).toEqual({
      kind: "unreached",
      detail: `cannot reach ${server.url.host}: the connection was refused; is the server running? (ECONNREFUSED)`,
    });
  });

  test("by a name that does not exist", async () => {
    const unknown = using(
      createHttpClient(() => Promise.reject(Object.assign(new Error("getaddrinfo"), { code: "ENOTFOUND" }))),
    );
    expect(await unknown.request(post(new URL("http://nowhere.test/")))).toEqual({
      kind: "unreached",
      detail: "cannot reach nowhere.test: no such host name is known (ENOTFOUND)",
    });
  });

  test("by https where http is spoken", async () => {
    const server = using(await serveHttp((_request, response) => response.end()));
    const facts = await client.request(post(new URL(`https://127.0.0.1:${server.port}/`)));
    expect(facts).toMatchObject({
      kind: "unreached",
      detail: expect.stringContaining("does the server speak https?"),
    });
  });

  test("when the server wants another protocol", async () => {
    const server = using(
      await serveRaw((socket) =>
        socket.on("data", () =>
          socket.write("HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n"),
        ),
      ),
    );
    expect((await client.request(post(server.url))).kind).toBe("unreached");
  });

  test("with headers that cannot be sent, or by another scheme", async () => {
    const server = using(await serveHttp((_request, response) => response.end()));
    const broken = await client.request(post(server.url, { headers: { a: "b\r\nc: d" } }));
    expect([broken.kind, server.connections]).toEqual(["unreached", 0]);
    expect(await client.request(post(new URL("ftp://127.0.0.1/")))).toMatchObject({
      kind: "unreached",
      detail: expect.stringContaining("only http and https"),
    });
  });
});

describe("addresses are checked", () => {
  test("after the look-up: a name that leads to loopback is refused for public reach", async () => {
    const server = using(await serveHttp((_request, response) => response.end()));
    const facts = await client.request(post(named(server, "localhost"), { reach: "public" }));
    expect(facts).toEqual({
      kind: "unreached",
      detail: expect.stringMatching(
        /^cannot reach localhost:\d+: localhost is at (127\.0\.0\.1|::1), which is not a public address/,
      ),
    });
    expect(server.connections).toBe(0);
  });

  test.each(["127.0.0.1", "0x7f000001", "127.1", "2130706433", "[::ffff:127.0.0.1]", "[::1]"])(
    "in the URL itself: %s",
    async (host) => {
      const server = using(await serveHttp((_request, response) => response.end()));
      const facts = await client.request(post(named(server, host), { reach: "public" }));
      expect(facts).toMatchObject({
        kind: "unreached",
        detail: expect.stringContaining("is not a public address"),
      });
      expect(server.connections).toBe(0);
    },
  );

  test("and literal loopback is reached where it is allowed", async () => {
    const server = using(await serveHttp((_request, response) => response.end("here")));
    for (const host of ["127.0.0.1", "localhost", "127.1"]) {
      const facts = await client.request(post(named(server, host), { reach: "public-and-literal-loopback" }));
      expect(answered(facts).body.text).toBe("here");
    }
  });

  test("and another name for loopback only with any reach", async () => {
    const server = using(await serveHttp((request, response) => response.end(request.headers.host)));
    const renamed = using(createHttpClient(async () => [{ address: "127.0.0.1", family: 4 }]));
    const url = named(server, "rebound.test");
    expect(answered(await renamed.request(post(url))).body.text).toBe(`rebound.test:${server.port}`);
    const facts = await renamed.request(post(url, { reach: "public-and-literal-loopback" }));
    expect([facts.kind, server.connections]).toEqual(["unreached", 1]);
  });

  test("one by one: the allowed ones of a name are used", async () => {
    const server = using(await serveHttp((_request, response) => response.end("here")));
    const mixed = using(
      createHttpClient(async () => [
        { address: "10.255.255.1", family: 4 },
        { address: "127.0.0.1", family: 4 },
      ]),
    );
    const facts = await mixed.request(
      post(named(server, "localhost"), { reach: "public-and-literal-loopback" }),
    );
    expect(answered(facts).body.text).toBe("here");
  });
});
