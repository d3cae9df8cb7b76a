import { later } from "./later.ts";

/** One kind of secret that can be told by its look. */
export interface SecretShape {
  /** Whose it is, for messages. */
  readonly name: string;
  /** One of these texts, of three characters at least, stands in each; where there are none, the pattern alone tells. */
  readonly anchors: readonly string[];
  /** The beginning of it that no ordinary text has: from here to the end of the word nothing is shown. */
  readonly pattern: string;
}

const shape = (name: string, anchors: string, pattern: string): SecretShape => ({
  name,
  anchors: anchors.split(" ").filter((anchor) => anchor !== ""),
  pattern,
});

/** No such sign stands before it, unless it ends an escaped or encoded sign (`\n` in JSON, `%3D` in a URL) or a colour. */
const before = (sign: string) =>
  String.raw`(?<!${sign}(?<!\\[nrtbf]|\\u[0-9A-Fa-f]{4}|%[0-9A-Fa-f]{2}|\[[\d;]{1,12}m))`;
const edge = before("[A-Za-z0-9]");
const end = "(?![A-Za-z0-9])";

/** Every kind that is known; prefixes and lengths as the issuers give them, so that hashes, UUIDs and encoded files do not fit. */
export const secretShapes: () => readonly SecretShape[] = later(() => [
  shape("GitHub token", "ghp_ gho_ ghs_ ghu_ ghr_", `${edge}gh[opsur]_[A-Za-z0-9]{20}`),
  shape("GitHub fine-grained token", "github_pat_", `${edge}github_pat_[A-Za-z0-9_]{20}`),
  shape(
    "GitLab token",
    "glpat- gldt- glrt- glptt- glft- glimt- glagent- glsoat- glcbt- gloas- GR1348941",
    String.raw`${edge}(?:gl(?:pat|dt|rt|ptt|ft|imt|agent|soat|cbt|oas)-[\w-]{16}|GR1348941[\w-]{16})`,
  ),
  shape("AWS access key", "AKIA ASIA ABIA ACCA", `${edge}(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}${end}`),
  shape("Slack token", "xox xapp-", String.raw`${edge}xox[abeoprs]-[\w-]{10}|${edge}xapp-[\w-]{10}`),
  shape(
    "Slack webhook",
    "hooks.slack.com/",
    String.raw`${edge}hooks\.slack\.com/(?:services|workflows|triggers)/`,
  ),
  shape("Discord webhook", "/api/webhooks/", String.raw`${edge}discord(?:app)?\.com/api/webhooks/`),
  // It begins with the bot's number in base64.
  shape(
    "Discord bot token",
    "",
    String.raw`[MNO][DTjz][AEIMQUYcgk](?<=${edge}...)[\w-]{20,23}\.[\w-]{6}\.[\w-]{27}`,
  ),
  shape("Anthropic key", "sk-ant-", String.raw`${edge}sk-ant-[\w-]{16}`),
  shape(
    "OpenAI key",
    "sk-",
    String.raw`${edge}sk-(?:(?:proj|svcacct|admin|None)-[\w-]{16}|or-v1-[a-f0-9]{16}|[A-Za-z0-9]{20})`,
  ),
  shape("Stripe key", "k_live_ k_test_", `${edge}[rs]k_(?:live|test)_[A-Za-z0-9]{10}`),
  shape("webhook signing key", "whsec_", String.raw`${edge}whsec_[\w+/=]{16}`),
  shape(
    "Twilio key",
    "SK0 SK1 SK2 SK3 SK4 SK5 SK6 SK7 SK8 SK9 SKa SKb SKc SKd SKe SKf",
    `${edge}SK[0-9a-f]{32}${end}`,
  ),
  shape("SendGrid key", "SG.", String.raw`${edge}SG\.[\w-]{16,64}\.[\w-]{16}`),
  shape("Mailgun key", "key-", `${edge}key-[0-9a-f]{32}${end}`),
  shape(
    "Google key",
    "AIza ya29. GOCSPX-",
    String.raw`${edge}AIza[\w-]{30}|${edge}ya29\.[\w-]{10}|${edge}GOCSPX-[\w-]{10}`,
  ),
  shape(
    "Azure connection string",
    "AccountKey= SharedAccessKey= SharedAccessSignature=",
    String.raw`${edge}(?:AccountKey|SharedAccessKey|SharedAccessSignature)=[^\s;"']{20}`,
  ),
  shape("Azure client secret", "8Q~", String.raw`${edge}[\w~.-]{3}8Q~[\w~.-]{34}`),
  shape("Azure signature", "sig=", String.raw`(?:[?&]|\\u0026)sig=[A-Za-z0-9%+/=_-]{30}`),
  shape("npm token", "npm_", `${edge}npm_[A-Za-z0-9]{30}`),
  shape("PyPI token", "pypi-AgE", String.raw`${edge}pypi-AgE[\w-]{20}`),
  shape("RubyGems key", "rubygems_", `${edge}rubygems_[a-f0-9]{48}`),
  shape("Docker token", "dckr_", String.raw`${edge}dckr_[op]at_[\w-]{20}`),
  shape("Hugging Face token", "hf_", `${edge}hf_[A-Za-z0-9]{20}`),
  shape("DigitalOcean token", "_v1_", `${edge}do[opr]_v1_[a-f0-9]{20}`),
  shape("Databricks token", "dapi", `${edge}dapi[0-9a-f]{32}${end}`),
  shape("Vault token", "hvs. hvb. hvr.", String.raw`${edge}hv[bsr]\.[\w-]{20}`),
  shape(
    "Vault token of the old form",
    "",
    String.raw`s\.(?<!\.s\.)(?<=${edge}s\.)(?=[A-Za-z]{0,23}\d)(?=[a-z0-9]{0,23}[A-Z])[A-Za-z0-9]{24}${end}`,
  ),
  shape("Terraform token", ".atlasv1.", String.raw`\.atlasv1\.[\w-]{30}`),
  shape("Linear key", "lin_", `${edge}lin_(?:api|oauth)_[A-Za-z0-9]{30}`),
  shape("Notion key", "secret_ ntn_", `${edge}secret_[A-Za-z0-9]{43}${end}|${edge}ntn_[A-Za-z0-9]{40}`),
  shape("Shopify token", "shpat_ shpca_ shppa_ shpss_", `${edge}shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}`),
  shape("Telegram token", ":AA", String.raw`:AA(?<=${edge}\d{8,10}:AA)[\w-]{32}`),
  shape("Atlassian token", "ATATT3", String.raw`${edge}ATATT3[\w-]{30}`),
  shape("Grafana token", "glsa_ glc_", String.raw`${edge}gl(?:sa|c)_[\w+/=]{32}`),
  shape("Sentry token", "sntrys_ sntryu_", String.raw`${edge}sntry[su]_[\w+/=-]{30}`),
  shape("Figma token", "figd_ figo_", String.raw`${edge}fig[do]_[\w-]{30}`),
  shape("Postman key", "PMAK-", `${edge}PMAK-[a-f0-9]{24}-`),
  shape("New Relic key", "NRAK-", `${edge}NRAK-[A-Z0-9]{27}`),
  shape("Groq key", "gsk_", `${edge}gsk_[A-Za-z0-9]{40}`),
  shape("xAI key", "xai-", `${edge}xai-[A-Za-z0-9]{40}`),
  shape("Supabase token", "sbp_", `${edge}sbp_[a-f0-9]{40}`),
  shape("Tailscale key", "tskey-", String.raw`${edge}tskey-[a-z]{2,20}-[\w-]{16}`),
  shape(
    "age key",
    "AGE-SECRET-KEY- AGE-PLUGIN-",
    `${edge}AGE-(?:SECRET-KEY|PLUGIN-[A-Z0-9-]{1,40})-1[A-Z0-9]{40}`,
  ),
  shape("private key", "-----BEGIN", "-----BEGIN [A-Z ]{0,40}PRIVATE KEY"),
  shape("PuTTY key", "PuTTY-User-Key-File-", String.raw`${edge}PuTTY-User-Key-File-\d`),
  // From its beginning, or, where that is glued to another word, from its second part: no sign is read more than a few times.
  shape(
    "JSON web token",
    "eyJ",
    String.raw`${before("[\\w-]")}eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.|\.eyJ(?<=eyJ[\w-]{8,}\.eyJ)[\w-]{8,}\.`,
  ),
  shape("password in a URL", "://", String.raw`://[^/\s:@]{0,255}:[^/\s@]{1,255}@`),
]);
