import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { redacted, redactText } from "../../src/contract/redact.ts";

describe("ordinary text stays as it is", () => {
  it.each([
    "if (key === null) return;",
    "if (token == other.token) return",
    "readonly key: string;",
    "function sign(text: string, privateKey: KeyObject): string {",
    "const keys = new Set<string>();",
    "const secret = await ask(person);",
    "password: string | null",
    "publicKey: Uint8Array,",
    "This needs no key: its model is a fake one.",
    "Arguments may hold secrets: keep the file private.",
    "write the secret: it is shown once",
    '{ key: "y", label: "yes" }',
    '"js-tokens": "^10.0.0",',
    '"path-key": "^3.1.0",',
    '"@aws-sdk/credential-provider-node": ">=3.972.0 <4",',
    '"node_modules/cookie": {',
    '"cookie": "^0.7.1",',
    '"integrity": "sha512-xceH2snhtb5M9liqDsmEw56le376mTZkEX/jEb/RxNFyegNul7eNslCXP9FDj/Lcu0X8KEyMceP2ntpaHrDEVA=="',
    '"integrity": "sha512-xceH2snhtb5M9liqDsmEw56le376mTZkEX/jEb/Lcu0X8KEyMceP2ntpaHrDEVA=", "dev": true',
    "PyJWT==2.8.0 keyring==25.6.0",
    "Token::new(key)",
    "API_KEY=… run",
    'PASSWORD="" run',
    "run --token TOKEN --key KEY",
    "run --token --force",
    'key: "ANTHROPIC_API_KEY"',
    "--pass: #b9c0c8;",
    "Basic usage, basic authentication and bearer tokens",
    "docker run -u 1000:1000 image; date -u +%H:%M:%S; open -u https://example.com/x",
    "authorization: string;",
    "a cookie: it lasts for a day",
  ])("%s", (text) => {
    expect(redactText(text)).toBe(text);
  });
});

describe("a value behind a name is hidden", () => {
  it.each([
    ["in YAML", "db:\n  password: swordfish\n  port: 1", "swordfish"],
    ["in an INI file", "[default]\naws_secret_access_key = wJalrXUtnFEMIK7MDENG\n", "wJalrXUtnFEMIK7MDENG"],
    ["in an INI file, as a word", "password = swordfish\nport = 1", "swordfish"],
    ["in a header", "curl -H 'X-Auth-Token: swordfish' x", "swordfish"],
    ["in JSON", '{"api_key": "swordfish"}', "swordfish"],
    ["in JSON, as a number", '{"password": 12345678, "a": 1}', "12345678"],
    ["in JSON, with a bare name", '{"token":"hunter2"}', "hunter2"],
    ["in JSON inside of JSON", '{"a":"{\\"password\\":\\"sword\\\\\\"fish\\"}"}', "fish"],
    ["in code", 'const secret = "swordfish";', "swordfish"],
    ["in a log, with a bare name", "token=hunter2 key=a1b2c3d4e5", "hunter2"],
    ["in a sentence", "the password: Tr0ub4dor!", "Tr0ub4dor"],
    ["in a sentence, with a bare name", "your token: a1b2c3d4e5f6a7b8c9", "a1b2c3d4e5f6"],
    ["in a shell, with a bare name", "export TOKEN=swordfish", "swordfish"],
    ["as a word in a query", "https://x/?key=swordfish", "swordfish"],
    ["of an option", "login --password swordfish", "swordfish"],
    ["of an option on the next line", "login --password \\\n  swordfish", "swordfish"],
    ["with brackets in it", "password=abc(def)ghi next", "def"],
    ["with brackets in it, and the rest", "password=abc(def)ghi next", "ghi"],
    ["below the name", "password:\n  hunter2hunter2", "hunter2hunter2"],
    ["of a cookie", "Cookie: session=abcdef; b=swordfish", "swordfish"],
    ["of a login", "Authorization: Basic abcdefgh", "abcdefgh"],
    ["of a login in lower case", "authorization: bearer abcdefgh", "abcdefgh"],
    ["of a login in base64", "Basic dXNlcjpwYXNz", "dXNlcjpwYXNz"],
  ])("%s", (_where, text, secret) => {
    expect(text).toContain(secret);
    const shown = redactText(text);
    expect(shown).toContain(redacted);
    expect(shown).not.toContain(secret);
    expect(redactText(shown)).toBe(shown);
  });
});

it("of the sources of this package and the lock file hardly a line changes", () => {
  const root = fileURLToPath(new URL("../../../..", import.meta.url));
  const sources = join(root, "packages/hookline/src");
  const files = readdirSync(sources, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  const changed = [...files.map((name) => join(sources, name)), join(root, "package-lock.json")].flatMap(
    (file) => {
      const text = readFileSync(file, "utf8");
      const shown = new Set(redactText(text).split("\n"));
      return text.split("\n").filter((line) => !shown.has(line));
    },
  );
  expect(files.length).toBeGreaterThan(100);
  expect(changed.length, changed.join("\n")).toBeLessThan(20);
});
