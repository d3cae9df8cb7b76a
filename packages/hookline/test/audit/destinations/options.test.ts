import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allDestinations } from "../../../src/audit/destinations/all.ts";
import { pauseAfter, retryAfterMs, usualPauses } from "../../../src/audit/destinations/backoff.ts";
import {
  checkDestination,
  checkDestinations,
  destinationName,
} from "../../../src/audit/destinations/check-options.ts";
import { withoutSecrets } from "../../../src/audit/destinations/named-variables.ts";
import type { Json } from "../../../src/contract/json.ts";

const check = (entry: Json) => checkDestination(entry, allDestinations);
const http = { type: "http", url: "https://audit.example.com/in", secretEnv: "AUDIT_SECRET" };

describe("the options of a destination", () => {
  it.each<[string, Json]>([
    [
      "http",
      { ...http, headers: { authorization: "Bearer $TOKEN" }, allowedEnvVars: ["TOKEN"], name: "siem" },
    ],
    ["http by a variable", { type: "http", urlEnv: "AUDIT_URL", secretEnv: "AUDIT_SECRET" }],
    ["http on this machine", { ...http, url: "http://127.0.0.1:8080/in", timeoutSeconds: 3 }],
    ["file", { type: "file", path: "/var/log/hookline/copy.jsonl" }],
    ["syslog", { type: "syslog", transport: "udp", host: "10.0.0.1", facility: "local0" }],
    ["syslog on this machine", { type: "syslog", transport: "unix" }],
    ["otel", { type: "otel", endpoint: "http://localhost:4318", arguments: true }],
    [
      "postgres",
      { type: "postgres", connectionEnv: "AUDIT_DB", table: "audit.hookline_audit", create: true },
    ],
  ])("are fine: %s", (_name, entry) => {
    expect(check(entry)).toBe(null);
  });

  it.each<[Json, RegExp]>([
    [7, /an object with a "type": file, syslog, http, otel, postgres/],
    [{}, /an object with a "type"/],
    [{ type: "sislog" }, /no destination of the type "sislog"; did you mean "syslog"\?/],
    [{ type: "kafka" }, /known are file, syslog/],
    [{ ...http, secret: "abc" }, /no option "secret"; did you mean "secretEnv"\?/],
    [{ type: "http", url: "https://x.example" }, /needs "secretEnv": write a string/],
    [{ ...http, timeoutSeconds: "5" }, /"timeoutSeconds" of the http destination must be a number/],
    [{ ...http, timeoutSeconds: 0 }, /more than 0 and at most 300/],
    [{ ...http, name: "../../x" }, /becomes the name of a file/],
    [{ ...http, urlEnv: "URL" }, /needs one of "url" and "urlEnv"/],
    [{ ...http, url: "audit.example.com" }, /not a URL: write all of it/],
    [{ ...http, url: "ftp://audit.example.com" }, /must begin with https:\/\/, not with ftp:/],
    [{ ...http, url: "http://audit.example.com/" }, /unencrypted: begin it with https:/],
    [{ ...http, url: "http://127.0.0.1.evil.example/" }, /unencrypted/],
    [{ ...http, url: "https://me:pass@audit.example.com/" }, /a user or a password/],
    [
      { ...http, secretEnv: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw+x" },
      /the name of an environment variable/,
    ],
    [{ ...http, headers: { authorization: "Bearer abcdefgh12345678" } }, /looks like a secret/],
    [{ ...http, headers: { "x-api-key": "abcdefgh12345678" } }, /looks like a secret/],
    [{ ...http, headers: { authorization: "Bearer $TOKEN" } }, /name it in "allowedEnvVars"/],
    [{ ...http, headers: { authorization: "$A$B" }, allowedEnvVars: ["A"] }, /uses \$B/],
    [{ ...http, headers: { host: "other" } }, /set by Hookline/],
    [{ ...http, headers: { "webhook-signature": "v1,x" } }, /set by Hookline/],
    [{ ...http, headers: { "a b": "x" } }, /not the name of a header/],
    [{ ...http, headers: { a: 1 } }, /must be a string/],
    [{ type: "file", path: "copy.jsonl" }, /must begin with \//],
    [{ type: "syslog", transport: "tcp" }, /needs a "host"/],
    [{ type: "syslog", transport: "icmp" }, /must be one of udp, tcp, tls, unix/],
    [{ type: "syslog", transport: "tcp", host: "h", port: 70_000 }, /from 1 to 65535/],
    [{ type: "syslog", transport: "tcp", host: "h", facility: "toString" }, /no facility "toString"/],
    [{ type: "syslog", transport: "unix", host: "h" }, /a "path", no "host"/],
    [{ type: "syslog", transport: "udp", host: "h", path: "/dev/log" }, /for the transport "unix" only/],
    [{ type: "syslog", transport: "tcp", host: "h", caFile: "/x" }, /for the transport "tls" only/],
    [{ type: "otel", endpoint: "http://collector:4318" }, /unencrypted/],
    [{ type: "otel", endpoint: "https://c.example", logs: false, spans: false }, /nothing would be sent/],
    [{ type: "postgres", connectionEnv: "postgresql://a:b@c/d" }, /the name of an environment variable/],
    [{ type: "postgres", connectionEnv: "DB", table: 'a"; drop table x; --' }, /must be a plain name/],
    [{ type: "postgres", connectionEnv: "DB", table: "A" }, /must be a plain name/],
  ])("are not: %j", (entry, problem) => {
    expect(check(entry)).toMatch(problem);
  });

  it("are told apart by where they go, not by their order or their details", () => {
    const name = (entry: object) => destinationName({ type: "http", ...entry }, allDestinations);
    expect(name(http)).toMatch(/^http-[0-9a-f]{8}$/);
    expect(name({ ...http, timeoutSeconds: 5, secretEnv: "OTHER" })).toBe(name(http));
    expect(name({ ...http, url: "https://audit.example.com/other" })).not.toBe(name(http));
    expect(name({ ...http, name: "siem" })).toBe("siem");
    const twice = [http, { type: "file", path: "/a" }, { ...http, timeoutSeconds: 9 }, { type: "x" }];
    expect(checkDestinations(twice, allDestinations)).toEqual([
      { index: 2, problem: expect.stringMatching(/two destinations are called "http-[0-9a-f]{8}"/) },
      { index: 3, problem: expect.stringContaining('type "x"') },
    ]);
  });
});

describe("the pauses after failures", () => {
  it("grow, stay below the limit, and never end early what the other end asked for", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2000 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        fc.option(fc.integer({ min: 0, max: 1e12 }), { nil: null }),
        (attempts, chance, asked) => {
          const pause = pauseAfter(attempts, usualPauses, asked, () => chance);
          const most = Math.max(usualPauses.mostMs, Math.min(asked ?? 0, 3_600_000));
          expect(pause).toBeGreaterThanOrEqual(
            Math.max(usualPauses.firstMs / 2, Math.min(asked ?? 0, 3_600_000)),
          );
          expect(pause).toBeLessThanOrEqual(most);
          const longer = pauseAfter(attempts + 1, usualPauses, asked, () => chance);
          expect(longer).toBeGreaterThanOrEqual(pause);
        },
      ),
    );
  });

  it.each([
    ["120", 120_000],
    [" 5 ", 5_000],
    ["Sun, 15 Nov 2026 09:14:30 GMT", 30_000],
    ["Sun, 15 Nov 2026 09:00:00 GMT", 0],
    ["soon", null],
    [undefined, null],
  ])("read Retry-After: %s", (header, expected) => {
    expect(retryAfterMs(header, Date.UTC(2026, 10, 15, 9, 14, 0))).toBe(expected);
  });
});

describe("what people are shown", () => {
  it("has no value of a variable that the options name, in whatever form", () => {
    const env = { AUDIT_DB: "postgresql://ada:p%40ss%2Fword@db/x", TOKEN: "s3cr&t value" };
    const options = { connectionEnv: "AUDIT_DB", allowedEnvVars: ["TOKEN"] };
    const told = withoutSecrets(
      "no p@ss/word nor p%40ss%2Fword nor s3cr&t value nor s3cr%26t%20value in it: postgresql://ada:p%40ss%2Fword@db/x",
      options,
      env,
    );
    expect(told).not.toMatch(/pass|p@ss|p%40|s3cr/);
    expect(told).toMatch(/^no \[redacted\] nor/);
  });
});
