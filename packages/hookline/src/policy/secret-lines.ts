import { redacted } from "../contract/redact.ts";

const names =
  "TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|_PASS|SECRET_KEY_BASE|DATABASE_URL|DB_URL|" +
  "(?:API|SECRET|PRIVATE|ACCESS|ENCRYPTION|SIGNING|MASTER|AUTH)_?KEY";

/**
 * A line of an environment whose name says that its value is a secret, up to the end of the value: `DB_PASSWORD=…`, `declare -x X_TOKEN="…`.
 * A number is a count, a path leads to a file, and `[` begins our own mark.
 */
const source = `((?:^|\\n)(?:export |declare -x )?[A-Z0-9_]*(?:${names})=["']?)(?:[^\\s"'\\u001b$\\d/[][^\\s"'\\u001b]{3,}|[\\d/][^\\s"'\\u001b/]*[A-Za-z+][^\\s"'\\u001b]{7,})`;
const line = new RegExp(source);
const lines = new RegExp(source, "g");

/** True if a text has a line of an environment that says a secret. */
export function holdsSecretLine(text: string): boolean {
  return line.test(text);
}

/** A text without the secrets of such lines; their names stay. */
export function withoutSecretLines(text: string): string {
  return text.replace(lines, `$1${redacted}`);
}
