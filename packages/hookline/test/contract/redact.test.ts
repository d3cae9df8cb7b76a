import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { redacted, redactJson, redactText } from "../../src/contract/redact.ts";

describe("a text", () => {
  // shows: F-084
  it.each([
    ["curl -H 'Authorization: Bearer abcdef123456' x", "abcdef123456"],
    ["curl -u a:hunter2 https://a:hunter2@example.com/x", "hunter2"],
    ["API_KEY=s3cr3t npm publish", "s3cr3t"],
    ["export DB_PASSWORD='two words'; run", "two words"],
    ["deploy --api-key s3cr3t --force", "s3cr3t"],
    ["deploy --token=s3cr3t", "s3cr3t"],
    ['curl -d \'{"password": "s3cr3t", "a": 1}\'', "s3cr3t"],
    ["curl 'https://x/y?access_token=s3cr3t&b=1'", "s3cr3t"],
    ["git clone https://ghp_abcdefghijklmnopqrstuvwxyz0123@github.com/a/b", "ghp_"],
    ["echo AKIAABCDEFGHIJKLMNOP", "AKIAABCDEFGHIJKLMNOP"],
    ["cat <<X\n-----BEGIN RSA PRIVATE KEY-----\nMIIabc\n-----END RSA PRIVATE KEY-----\nX", "MIIabc"],
    ["my.secret : s3cr3t", "s3cr3t"],
  ])("%s shows no secret", (text, secret) => {
    expect(text).toContain(secret);
    expect(redactText(text)).not.toContain(secret);
    expect(redactText(text)).toContain(redacted);
  });

  it("keeps the rest of it", () => {
    expect(redactText("A=1 API_KEY=x run --force > log")).toBe(`A=1 API_KEY=${redacted} run --force > log`);
    expect(redactText("https://x?token=abc&b=1")).toBe(`https://x?token=${redacted}&b=1`);
    expect(redactText("say 'Bearer abcd'; next")).toBe(`say 'Bearer ${redacted}'; next`);
  });

  it.each(["npx prettier --write .", 'curl -H "token: $CI_TOKEN" x', "A_TOKEN=$B run", "cd $PWD", "exit 1"])(
    "%s is no secret: a name alone gives nothing away",
    (text) => {
      expect(redactText(text)).toBe(text);
    },
  );

  it("of any kind is read once, and what is hidden stays hidden", () => {
    const piece = fc.constantFrom(
      "API_KEY",
      "=",
      ":",
      " ",
      '"',
      "'",
      "--token",
      "\\",
      "x",
      "$A",
      "\n",
      "Bearer ",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const once = redactText(`${pieces.join("")}\nPASSWORD=hunter2`);
        expect(once).not.toContain("hunter2");
        expect(redactText(once)).not.toContain("hunter2");
      }),
    );
  });

  it("of a million characters takes no time to speak of", () => {
    const began = performance.now();
    for (const long of [
      "a",
      "a=",
      "a ",
      "a:",
      "--",
      '"',
      "'",
      "eyJ",
      "-----BEGIN ",
      "KEY ",
      "KEY='",
      "://a:",
    ])
      redactText(long.repeat(200_000));
    expect(performance.now() - began).toBeLessThan(20_000);
  });
});

describe("a value", () => {
  // shows: F-084
  it("loses what looks secret at any depth, by name or by shape", () => {
    const value = {
      tool_input: {
        command: "PASSWORD=hunter2 run",
        env: { GITHUB_TOKEN: "abc", PATH: "/bin" },
        list: ["sk-abcdefghijklmnopqrstuv", 7, null],
        credentials: { user: "a", pass: "hunter2" },
        api_key: 12345,
        secret: true,
      },
      ghp_abcdefghijklmnopqrstuvwxyz: 1,
    };
    expect(redactJson(value)).toEqual({
      tool_input: {
        command: `PASSWORD=${redacted} run`,
        env: { GITHUB_TOKEN: redacted, PATH: "/bin" },
        list: [redacted, 7, null],
        credentials: redacted,
        api_key: redacted,
        secret: true,
      },
      [redacted]: 1,
    });
  });

  it("without words in it is the same value", () => {
    const leaf = fc.oneof(fc.integer(), fc.boolean(), fc.constantFrom(null, "plain", "two words", "a = b"));
    const names = fc.constantFrom("a", "file_path", "__proto__", "0");
    fc.assert(
      fc.property(fc.dictionary(names, fc.array(fc.dictionary(names, leaf))), (value) => {
        expect(redactJson(value)).toEqual({ ...value });
      }),
    );
  });

  it("that is too deep to walk is hidden, not thrown", () => {
    let deep: object = {};
    for (let level = 0; level < 10_000; level++) deep = { deep };
    expect(JSON.stringify(redactJson({ deep: { ...deep } }))).toContain(redacted);
  });
});
