import { describe, expect, test } from "vitest";
import { allowsUrl } from "../../src/runners/allowed-url.ts";

describe("a pattern fits", () => {
  test.each([
    ["*", "https://anything.example/at?all"],
    ["https://hooks.example.com/*", "https://hooks.example.com/a/b?c=d"],
    ["https://hooks.example.com/*", "https://HOOKS.example.com./a"],
    ["https://Hooks.Example.com./*", "https://hooks.example.com/a"],
    ["HTTPS://hooks.example.com:443/*", "https://hooks.example.com/"],
    ["https://hooks.example.com", "https://hooks.example.com/"],
    ["https://*.example.com/*", "https://a.b.example.com/x"],
    ["https://*.example.com.:8443/*", "https://a.example.com.:8443/x"],
    ["http://localhost:*", "http://localhost:3000/hook"],
    ["http://localhost:*/hook", "http://localhost:3000/hook"],
    ["*://example.com/*", "http://example.com/x"],
    ["http://a/x*y*z", "http://a/x1y2yz"],
    ["http://a/**", "http://a/"],
    ["https://example.com/in/*", "https://user:word@example.com/in/x"],
  ])("%s: %s", (pattern, url) => {
    expect(allowsUrl([pattern], new URL(url))).toBe(true);
  });
});

describe("a pattern does not fit", () => {
  test.each([
    ["https://hooks.example.com/*", "http://hooks.example.com/a"],
    ["https://hooks.example.com/*", "https://hooks.example.com.evil.net/"],
    ["https://hooks.example.com/*", "https://hooks.example.com@evil.net/"],
    ["https://hooks.example.com/*", "https://hooks.example.com:8443/"],
    ["https://*.example.com/*", "https://evil.net/x.example.com/"],
    ["https://*.example.com/*", "https://evil.net?.example.com/"],
    ["https://*.example.com/*", "https://example.com/"],
    ["https://example.com/in/*", "https://example.com/in/../out"],
    ["https://example.com/in/*", "https://example.com/in/%2e%2e/out"],
    ["https://example.com", "https://example.com/a"],
    ["https://example.com/A", "https://example.com/a"],
    ["http://a/x*x", "http://a/x"],
    ["http://a/x*y", "http://a/x1y2"],
    ["example.com", "https://example.com/"],
    ["", "https://example.com/"],
  ])("%s: %s", (pattern, url) => {
    expect(allowsUrl([pattern], new URL(url))).toBe(false);
  });

  test("if there is none", () => {
    expect(allowsUrl([], new URL("https://example.com/"))).toBe(false);
  });

  test("slowly", () => {
    const started = performance.now();
    const url = new URL(`https://example.com/${"a".repeat(50_000)}`);
    expect(allowsUrl([`https://example.com/${"*a".repeat(2_000)}b`], url)).toBe(false);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
