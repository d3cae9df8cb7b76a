const names =
  "TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIALS?|_PASS|SECRET_KEY_BASE|DATABASE_URL|DB_URL|" +
  "(?:API|SECRET|PRIVATE|ACCESS|ENCRYPTION|SIGNING|MASTER|AUTH)_?KEY";

/**
 * A line of an environment whose name says that its value is a secret, up to the end of the value: `DB_PASSWORD=…`, `declare -x X_TOKEN="…`.
 * A number is a count, a path leads to a file, and `[` begins our own mark. Also for engines that know neither flags nor looking ahead.
 */
export const secretLine = `((?:^|\\n)(?:export |declare -x )?[A-Z0-9_]*(?:${names})=["']?)(?:[^\\s"'\u001b$\\d/[][^\\s"'\u001b]{3,}|[\\d/][^\\s"'\u001b/]*[A-Za-z+][^\\s"'\u001b]{7,})`;
