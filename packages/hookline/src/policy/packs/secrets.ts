import { definePack } from "../pack.ts";
import { all, any, list, not, program, wordLike, words } from "./conditions.ts";
import { lookers } from "./lists.ts";
import { credentialFiles, openFiles } from "./secret-files.ts";
import { secretStores, takesSecret } from "./secret-stores.ts";

const matches = (pattern: RegExp) => `path.name.matches(${JSON.stringify(pattern.source)})`;

/** `.env` and its like; a shell may load one, and nobody may look into it. */
const isDotEnv = all(
  any('path.name == ".env"', 'path.name.startsWith(".env.")', matches(/^[A-Za-z0-9_*?-]+[.]env$/)),
  not(
    matches(/[.](example|sample|template|dist|default|defaults|schema)$|^(example|sample|template)[.]env$/),
  ),
  'path.access != "run"',
);
const isCredential = any(
  all(`path.glob(${list(credentialFiles)})`, `!path.glob(${list(openFiles)})`),
  isDotEnv,
  "path.glob(settings.secretFiles)",
);
const reads = 'path.access in ["read", "other", "run"]';
const shows = `!(path.by in ${list(lookers)})`;
/** All variables at once, for another program. */
const dumps = all(
  'one.program in ["env", "printenv", "set", "export", "declare", "compgen"]',
  "size(one.operands) == 0",
  "size(one.output) > 0",
);
const secretName =
  "(TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|API_?KEY|PRIVATE_?KEY|ACCESS_KEY|CREDENTIAL|_PASS|DATABASE_URL|DB_URL)";

/** What an edit takes away. */
const isOldText = `text.field.matches(${JSON.stringify(/[.]old_?(string|str|text|String|Str|Text)$/.source)})`;

/** Secrets: credential files, keys in what tools are given and give back, and the ways out for them. */
export const secrets = definePack({
  name: "secrets",
  summary: "Keeps credential files unread, keys out of tool inputs and outputs, and secrets off the network.",
  settings: {
    secretFiles: {
      summary: "More files that hold secrets, as patterns: `config/prod/*.yml`.",
      default: [],
    },
  },
  rules: [
    {
      id: "secrets/send",
      verdict: "deny",
      severity: "critical",
      when: all(
        any(`paths.exists(path, ${all(reads, isCredential, shows)})`, `commands.exists(one, ${dumps})`),
        'hosts.exists(host, host.upload && !host.within(["localhost", "127.0.0.1"]))',
      ),
      reason: "This sends secrets over the network.",
    },
    {
      id: "secrets/read-credentials",
      each: "path",
      verdict: "deny",
      severity: "high",
      when: all(reads, shows, isCredential),
      reason: "This file holds credentials; use the program that needs them, and let a person look into it.",
    },
    {
      id: "secrets/read-keys",
      each: "path",
      verdict: "ask",
      severity: "medium",
      when: all(
        'path.access in ["read", "other"]',
        shows,
        matches(/[.](pem|key|p12|pfx|jks|keystore|kdbx|ppk|asc|gpg|age)$/),
      ),
      reason: "This file may hold a private key; a person should say whether it may be read.",
    },
    {
      id: "secrets/read-home",
      each: "path",
      verdict: "ask",
      severity: "high",
      when: all(
        'path.access == "read"',
        any("path.recursive", "path.glob"),
        shows,
        any("path.isRoot", "path.isHome", 'path.path in ["/home", "/Users", "/etc"]'),
      ),
      reason:
        "This reads everything in a home or on the machine, its secrets too; name the folder that is meant.",
    },
    {
      id: "secrets/show-variable",
      each: "command",
      verdict: "ask",
      severity: "high",
      programs: ["echo", "printf", "printenv"],
      when: any(
        all("command.unknown", `command.text.matches("[$][{]?!?[A-Za-z0-9_]*${secretName}")`),
        all(program("printenv"), wordLike(new RegExp(secretName))),
      ),
      reason: "This prints a secret variable; use it in the program that needs it and do not show it.",
    },
    {
      id: "secrets/take-from-store",
      each: "command",
      verdict: "deny",
      severity: "high",
      programs: secretStores.flatMap(([programs]) => words(programs)),
      when: takesSecret,
      reason: "This takes a secret out of its store and shows it; let the program that needs it ask for it.",
    },
    {
      id: "secrets/key-in-command",
      each: "text",
      verdict: "ask",
      severity: "high",
      kinds: ["shell"],
      events: ["PreToolUse", "PermissionRequest"],
      when: "text.hasSecret()",
      reason: "The command holds something that looks like a key; put it in a variable and name that.",
    },
    {
      id: "secrets/redact-input",
      each: "text",
      verdict: "redact",
      severity: "high",
      kinds: words("read write edit search fetch task mcp other"),
      events: ["PreToolUse", "PermissionRequest"],
      // Who takes a key out of a file must say what it is.
      when: all("text.hasSecret()", not(all('tool.kind == "edit"', isOldText))),
      reason: "What looked like a key was taken out of the input; name a variable instead.",
    },
    {
      id: "secrets/redact-output",
      each: "text",
      verdict: "redact",
      severity: "high",
      events: ["PostToolUse", "PostToolUseFailure"],
      when: "text.hasSecret()",
      reason: "What looked like a key was taken out of the output.",
    },
  ],
});
