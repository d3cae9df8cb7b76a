import { createHash, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { redacted, redactText } from "../../src/contract/redact.ts";
import { secretShapes } from "../../src/contract/secret-shapes.ts";
import { holdsSecret, secretKinds, secretShape } from "../../src/contract/secrets.ts";
import { examples, hex, mixed, upper } from "./secret-examples.ts";

describe("every kind of secret", () => {
  it("has an example here", () => {
    expect(Object.keys(examples).sort()).toEqual(
      secretShapes()
        .map(({ name }) => name)
        .sort(),
    );
  });

  const all = Object.entries(examples).flatMap(([name, texts]) => texts.map((text) => [name, text] as const));
  it.each(all)("%s is told and hidden: %s", (name, text) => {
    for (const around of [text, `say "${text}" to them`, `{"note":${JSON.stringify(text)}}`, `x=${text};`]) {
      expect(secretKinds(around)).toContain(name);
      expect(holdsSecret(around) && secretShape().test(around)).toBe(true);
      const shown = redactText(around);
      expect(shown).toContain(redacted);
      for (const piece of [mixed(20), hex(20), upper(16), "word@", "p%40ss"].filter((one) =>
        text.includes(one),
      ))
        expect(shown).not.toContain(piece);
    }
  });

  /** What stands before one in texts that are escaped, encoded or coloured, with a letter or digit as the last sign of it. */
  const glued = ["\\n", "\\t", "\\r", "_", "%3D", "%0a", "\\u003d", "\u001b[31m", "\\u001b[1;31m"];
  it.each(Object.entries(examples))("%s is told behind an escaped sign", (name, texts) => {
    for (const before of glued)
      for (const text of texts) {
        const around = `{"out":"line${before}${text}\\nmore"}`;
        expect(secretKinds(around), around).toContain(name);
        const shown = redactText(around);
        for (const piece of [mixed(20), hex(20), upper(16), "word@", "p%40ss"].filter((one) =>
          text.includes(one),
        ))
          expect(shown).not.toContain(piece);
      }
  });

  it("is gone with the text after it unharmed", () => {
    const key = `-----BEGIN PGP PRIVATE KEY BLOCK-----\n${mixed(64)}\n-----END PGP PRIVATE KEY BLOCK-----`;
    expect(redactText(`a\n${key}\nb`)).toBe(`a\n${redacted}\nb`);
    expect(redactText(`ghp_${mixed(36)}; next`)).toBe(`${redacted}; next`);
  });
});

describe("no alarm for", () => {
  const digest = (algorithm: string, encoding: "hex" | "base64", text: string) =>
    createHash(algorithm).update(text).digest(encoding);
  /** The same bytes in every run: half a megabyte that looks like anything. */
  const bytes = Array.from({ length: 16_000 }, (_, number) =>
    createHash("sha256").update(`${number}`).digest(),
  );
  const noise = Buffer.concat(bytes).toString("base64");

  it.each([
    ["a commit", `commit ${digest("sha1", "hex", "a")}`],
    ["a short commit", "fix in 1a2b3c4d5e (see 9f8e7d6)"],
    ["a UUID", `id ${randomUUID()}`],
    ["an integrity hash", `"integrity": "sha512-${digest("sha512", "base64", "a")}"`],
    ["an image digest", `node@sha256:${digest("sha256", "hex", "b")}`],
    ["a version", "npm_config_registry npm_lifecycle_event npm-run-all@4.1.5"],
    ["an address", "http://proxy:3128 ssh://git@example.com:22/repo.git https://example.com/a:b@c/d"],
    ["a time", "12:34:56 AAPL 10:AA"],
    ["names", "sk-toggleable__content task-force-and-more-words risk-free-and-quite-long-indeed"],
    ["packages", "pypi-publish-workflow-with-a-very-long-name pypi-attestations"],
    ["code", "this.s.someVeryLongMethodNameX1 props.abcdefghijklmnopqrstuvw1X s.replaceAllOccurrencesOf"],
    ["cloud names", "AKIA is a prefix; ASIA too; dapi; hvs; SG.1; eyJ; xox; lin_; secret_santa"],
    ["markup", '<a href="https://example.com?sig=1&key">x</a> data:image/png;base64,iVBORw0KGgo='],
    ["a mail", "mailto:someone@example.com https://example.com/@me/a:b"],
    [
      "a public key",
      "-----BEGIN PUBLIC KEY-----\nMIIB\n-----END PUBLIC KEY----- -----BEGIN CERTIFICATE-----",
    ],
    ["a public age key", "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p"],
    ["a publishable key", `pk_live_${mixed(24)}`],
  ])("%s", (_what, text) => {
    expect(secretKinds(text)).toEqual([]);
    expect(redactText(text)).toBe(text);
  });

  it("half a megabyte of base64, as one text and in lines of a mail", () => {
    expect(secretKinds(noise)).toEqual([]);
    expect(secretKinds(noise.replaceAll(/(.{76})/g, "$1\n"))).toEqual([]);
    expect(redactText(`data:image/png;base64,${noise}`)).toHaveLength(noise.length + 22);
  });

  it("numbers of tokens, words with the letters of a secret's name, and calls", () => {
    for (const text of [
      "input_tokens: 512, maxTokens=4096",
      'keyboard: "dvorak"',
      "monkey: banana",
      "keywords = a, b",
      "author: me",
      "const token = read(x)",
      "PASSWORD=$(pass show x)",
      "secret: false",
    ])
      expect(redactText(text)).toBe(text);
  });
});
