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

/** Every kind that is known; prefixes and lengths as the issuers give them, so that hashes, UUIDs and encoded files do not fit. */
export const secretShapes: readonly SecretShape[] = [
  shape("GitHub token", "ghp_ gho_ ghs_ ghu_ ghr_", String.raw`\bgh[opsur]_[A-Za-z0-9]{20}`),
  shape("GitHub fine-grained token", "github_pat_", String.raw`\bgithub_pat_[A-Za-z0-9_]{20}`),
  shape(
    "GitLab token",
    "glpat- gldt- glrt- glptt- glft- glimt- glagent- glsoat- glcbt- gloas- GR1348941",
    String.raw`\b(?:gl(?:pat|dt|rt|ptt|ft|imt|agent|soat|cbt|oas)-[\w-]{16}|GR1348941[\w-]{16})`,
  ),
  shape("AWS access key", "AKIA ASIA ABIA ACCA", String.raw`\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b`),
  shape("Slack token", "xox xapp-", String.raw`\bxox[abeoprs]-[\w-]{10}|\bxapp-[\w-]{10}`),
  shape(
    "Slack webhook",
    "hooks.slack.com/",
    String.raw`\bhooks\.slack\.com/(?:services|workflows|triggers)/`,
  ),
  shape("Discord webhook", "/api/webhooks/", String.raw`\bdiscord(?:app)?\.com/api/webhooks/`),
  // It begins with the bot's number in base64.
  shape("Discord bot token", "", String.raw`\b[MNO][DTjz][AEIMQUYcgk][\w-]{20,23}\.[\w-]{6}\.[\w-]{27}`),
  shape("Anthropic key", "sk-ant-", String.raw`\bsk-ant-[\w-]{16}`),
  shape(
    "OpenAI key",
    "sk-",
    String.raw`\bsk-(?:(?:proj|svcacct|admin|None)-[\w-]{16}|or-v1-[a-f0-9]{16}|[A-Za-z0-9]{20})`,
  ),
  shape("Stripe key", "k_live_ k_test_", String.raw`\b[rs]k_(?:live|test)_[A-Za-z0-9]{10}`),
  shape("webhook signing key", "whsec_", String.raw`\bwhsec_[\w+/=]{16}`),
  shape(
    "Twilio key",
    "SK0 SK1 SK2 SK3 SK4 SK5 SK6 SK7 SK8 SK9 SKa SKb SKc SKd SKe SKf",
    String.raw`\bSK[0-9a-f]{32}\b`,
  ),
  shape("SendGrid key", "SG.", String.raw`\bSG\.[\w-]{16,64}\.[\w-]{16}`),
  shape("Mailgun key", "key-", String.raw`\bkey-[0-9a-f]{32}\b`),
  shape("Google key", "AIza ya29. GOCSPX-", String.raw`\bAIza[\w-]{30}|\bya29\.[\w-]{10}|\bGOCSPX-[\w-]{10}`),
  shape(
    "Azure connection string",
    "AccountKey= SharedAccessKey= SharedAccessSignature=",
    String.raw`\b(?:AccountKey|SharedAccessKey|SharedAccessSignature)=[^\s;"']{20}`,
  ),
  shape("Azure client secret", "8Q~", String.raw`\b[\w~.-]{3}8Q~[\w~.-]{34}`),
  shape("Azure signature", "sig=", "[?&]sig=[A-Za-z0-9%+/=_-]{30}"),
  shape("npm token", "npm_", String.raw`\bnpm_[A-Za-z0-9]{30}`),
  shape("PyPI token", "pypi-AgE", String.raw`\bpypi-AgE[\w-]{20}`),
  shape("RubyGems key", "rubygems_", String.raw`\brubygems_[a-f0-9]{48}`),
  shape("Docker token", "dckr_", String.raw`\bdckr_[op]at_[\w-]{20}`),
  shape("Hugging Face token", "hf_", String.raw`\bhf_[A-Za-z0-9]{20}`),
  shape("DigitalOcean token", "_v1_", String.raw`\bdo[opr]_v1_[a-f0-9]{20}`),
  shape("Databricks token", "dapi", String.raw`\bdapi[0-9a-f]{32}\b`),
  shape("Vault token", "hvs. hvb. hvr.", String.raw`\bhv[bsr]\.[\w-]{20}`),
  shape(
    "Vault token of the old form",
    "",
    String.raw`s\.(?<![\w.]s\.)(?=[A-Za-z]{0,23}\d)(?=[a-z0-9]{0,23}[A-Z])[A-Za-z0-9]{24}\b`,
  ),
  shape("Terraform token", ".atlasv1.", String.raw`\.atlasv1\.[\w-]{30}`),
  shape("Linear key", "lin_", String.raw`\blin_(?:api|oauth)_[A-Za-z0-9]{30}`),
  shape("Notion key", "secret_ ntn_", String.raw`\bsecret_[A-Za-z0-9]{43}\b|\bntn_[A-Za-z0-9]{40}`),
  shape("Shopify token", "shpat_ shpca_ shppa_ shpss_", String.raw`\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}`),
  shape("Telegram token", ":AA", String.raw`:AA(?<=\b\d{8,10}:AA)[\w-]{32}`),
  shape("Atlassian token", "ATATT3", String.raw`\bATATT3[\w-]{30}`),
  shape("Grafana token", "glsa_ glc_", String.raw`\bgl(?:sa|c)_[\w+/=]{32}`),
  shape("Sentry token", "sntrys_ sntryu_", String.raw`\bsntry[su]_[\w+/=-]{30}`),
  shape("Figma token", "figd_ figo_", String.raw`\bfig[do]_[\w-]{30}`),
  shape("Postman key", "PMAK-", String.raw`\bPMAK-[a-f0-9]{24}-`),
  shape("New Relic key", "NRAK-", String.raw`\bNRAK-[A-Z0-9]{27}`),
  shape("Groq key", "gsk_", String.raw`\bgsk_[A-Za-z0-9]{40}`),
  shape("xAI key", "xai-", String.raw`\bxai-[A-Za-z0-9]{40}`),
  shape("Supabase token", "sbp_", String.raw`\bsbp_[a-f0-9]{40}`),
  shape("Tailscale key", "tskey-", String.raw`\btskey-[a-z]{2,20}-[\w-]{16}`),
  shape(
    "age key",
    "AGE-SECRET-KEY- AGE-PLUGIN-",
    String.raw`\bAGE-(?:SECRET-KEY|PLUGIN-[A-Z0-9-]{1,40})-1[A-Z0-9]{40}`,
  ),
  shape("private key", "-----BEGIN", "-----BEGIN [A-Z ]{0,40}PRIVATE KEY"),
  shape("PuTTY key", "PuTTY-User-Key-File-", String.raw`\bPuTTY-User-Key-File-\d`),
  shape("JSON web token", "eyJ", String.raw`\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.`),
  shape("password in a URL", "://", String.raw`://[^/\s:@]{0,255}:[^/\s@]{1,255}@`),
];
