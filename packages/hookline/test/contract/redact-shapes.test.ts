import { createHash, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { redacted, redactText } from "../../src/contract/redact.ts";
import { secretShapes } from "../../src/contract/secret-shapes.ts";
import { holdsSecret, secretKinds, secretShape } from "../../src/contract/secrets.ts";

/** Letters and digits as a generator of keys would give them; no key of anybody. */
const mixed = (length: number) => "a1B2c3D4e5F6g7H8i9J0".repeat(10).slice(0, length);
const hex = (length: number) => "0a1b2c3d4e5f6789".repeat(10).slice(0, length);
const upper = (length: number) => "A1B2C3D4E5F6G7H8".repeat(10).slice(0, length);

/** One of each kind, in parts, so that nobody who looks for secrets finds this file. */
const examples: Record<string, readonly string[]> = {
  "GitHub token": ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"].map((prefix) => prefix + mixed(36)),
  "GitHub fine-grained token": [`github_pat_${mixed(22)}_${mixed(59)}`],
  "GitLab token": [`glpat-${mixed(20)}`, `gldt-${mixed(20)}`, `glrt-${mixed(20)}`, `GR1348941${mixed(20)}`],
  "AWS access key": ["AKIA", "ASIA"].map((prefix) => prefix + upper(16)),
  "Slack token": [`xoxb-1234567890-${mixed(24)}`, `xapp-1-A01-${mixed(24)}`],
  "Slack webhook": [`https://hooks.slack.com/services/T01/B02/${mixed(24)}`],
  "Discord webhook": [`https://discord.com/api/webhooks/1234/${mixed(60)}`],
  "Discord bot token": [`MTIzNDU2Nzg5MDEyMzQ1Njc4.${mixed(6)}.${mixed(38)}`],
  "Anthropic key": [`sk-ant-api03-${mixed(93)}AA`],
  "OpenAI key": [`sk-proj-${mixed(48)}`, `sk-svcacct-${mixed(48)}`, `sk-${mixed(48)}`],
  "Stripe key": ["sk_live_", "rk_live_", "sk_test_"].map((prefix) => prefix + mixed(24)),
  "webhook signing key": [`whsec_${mixed(32)}`],
  "Twilio key": [`SK${hex(32)}`],
  "SendGrid key": [`SG.${mixed(22)}.${mixed(43)}`],
  "Mailgun key": [`key-${hex(32)}`],
  "Google key": [`AIza${mixed(35)}`, `ya29.${mixed(60)}`, `GOCSPX-${mixed(28)}`],
  "Azure connection string": [
    `DefaultEndpointsProtocol=https;AccountName=me;AccountKey=${mixed(86)}==;EndpointSuffix=core.windows.net`,
    `Endpoint=sb://x.servicebus.windows.net/;SharedAccessKeyName=n;SharedAccessKey=${mixed(43)}=`,
  ],
  "Azure client secret": [`abc8Q~${mixed(34)}`],
  "Azure signature": [`https://me.blob.core.windows.net/c?sv=2024-01-01&sig=${mixed(43)}%3D`],
  "npm token": [`npm_${mixed(36)}`],
  "PyPI token": [`pypi-AgEIcHlwaS5vcmc${mixed(100)}`],
  "RubyGems key": [`rubygems_${hex(48)}`],
  "Docker token": [`dckr_pat_${mixed(27)}`],
  "Hugging Face token": [`hf_${mixed(34)}`],
  "DigitalOcean token": [`dop_v1_${hex(64)}`, `doo_v1_${hex(64)}`],
  "Databricks token": [`dapi${hex(32)}`],
  "Vault token": [`hvs.${mixed(90)}`, `hvb.${mixed(90)}`],
  "Vault token of the old form": [`s.${mixed(24)}`],
  "Terraform token": [`${mixed(14)}.atlasv1.${mixed(67)}`],
  "Linear key": [`lin_api_${mixed(40)}`],
  "Notion key": [`secret_${mixed(43)}`, `ntn_${mixed(46)}`],
  "Shopify token": ["shpat_", "shpca_", "shppa_", "shpss_"].map((prefix) => prefix + hex(32)),
  "Telegram token": [`123456789:AA${mixed(33)}`],
  "Atlassian token": [`ATATT3${mixed(180)}`],
  "Grafana token": [`glsa_${mixed(32)}_${hex(8)}`],
  "Sentry token": [`sntrys_${mixed(60)}`],
  "Figma token": [`figd_${mixed(40)}`],
  "Postman key": [`PMAK-${hex(24)}-${hex(34)}`],
  "New Relic key": [`NRAK-${upper(27)}`],
  "Groq key": [`gsk_${mixed(52)}`],
  "xAI key": [`xai-${mixed(80)}`],
  "Supabase token": [`sbp_${hex(40)}`],
  "Tailscale key": [`tskey-auth-${mixed(12)}-${mixed(32)}`],
  "age key": [`AGE-SECRET-KEY-1${upper(58)}`],
  "private key": [
    `-----BEGIN PRIVATE KEY-----\n${mixed(64)}\n-----END PRIVATE KEY-----`,
    `{"type": "service_account", "private_key": "-----BEGIN PRIVATE KEY-----\\n${mixed(64)}\\n-----END PRIVATE KEY-----\\n"}`,
    `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n${mixed(64)}\n-----END PGP PRIVATE KEY BLOCK-----`,
  ],
  "PuTTY key": ["PuTTY-User-Key-File-3: ssh-ed25519"],
  "JSON web token": [`eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.${mixed(43)}`],
  "password in a URL": ["postgres://me:word@localhost/db", "https://me:p%40ss@example.com/x?y=1"],
};

describe("every kind of secret", () => {
  it("has an example here", () => {
    expect(Object.keys(examples).sort()).toEqual(secretShapes.map(({ name }) => name).sort());
  });

  const all = Object.entries(examples).flatMap(([name, texts]) => texts.map((text) => [name, text] as const));
  it.each(all)("%s is told and hidden: %s", (name, text) => {
    for (const around of [text, `say "${text}" to them`, `{"note":${JSON.stringify(text)}}`, `x=${text};`]) {
      expect(secretKinds(around)).toContain(name);
      expect(holdsSecret(around) && secretShape.test(around)).toBe(true);
      const shown = redactText(around);
      expect(shown).toContain(redacted);
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
