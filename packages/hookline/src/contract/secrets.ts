/** Words that make a variable's name a secret one, wherever they stand in it. */
const secretWord = /KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL/i;

/** Names without such a word whose values are secrets: of clouds, databases, registries and agents. */
const secretName = new RegExp(
  `^(?:${[
    "(?:.*_)?(?:PASS|PAT|PWD|DSN|AUTH|WEBHOOK|WEBHOOK_URL|CONNECTION_STRING|CONN_STR|COOKIE|BEARER|JWT)",
    "(?:.*_)?(?:DATABASE|DB|POSTGRES|POSTGRESQL|MYSQL|MONGO|MONGODB|REDIS|AMQP|RABBITMQ|CLICKHOUSE)_(?:URL|URI)",
    "ANTHROPIC_CUSTOM_HEADERS|OTEL_EXPORTER_OTLP(?:_[A-Z]+)?_HEADERS",
    "SSHPASS|NPM_CONFIG__AUTH|DOCKER_AUTH_CONFIG|AWS_CONTAINER_AUTHORIZATION.*|AZURE_STORAGE_SAS.*",
    "KUBE_CONFIG_DATA|CLOUDSDK_AUTH_.*|ARM_OIDC_.*|ACTIONS_RUNTIME_.*|ACTIONS_ID_.*",
  ].join("|")})$`,
  "i",
);

/** What secrets look like, whatever variable holds them. */
export const secretShape = new RegExp(
  [
    "\\bgh[opsur]_[A-Za-z0-9]{20}|\\bgithub_pat_[A-Za-z0-9_]{20}|\\bglpat-[\\w-]{16}",
    "\\b(?:AKIA|ASIA)[A-Z0-9]{16}\\b",
    "\\bxox[abeoprs]-[\\w-]{10}|\\bxapp-[\\w-]{10}|hooks\\.slack\\.com/services/|discord(?:app)?\\.com/api/webhooks/",
    "\\bsk-[\\w-]{16}|\\b[rs]k_(?:live|test)_[A-Za-z0-9]{10}|\\bwhsec_[\\w+/=]{16}",
    "\\bAIza[\\w-]{30}|\\bya29\\.[\\w-]{10}|\\bGOCSPX-[\\w-]{10}",
    "\\bnpm_[A-Za-z0-9]{30}|\\bpypi-[\\w-]{30}|\\bhf_[A-Za-z0-9]{20}|\\bdop_v1_[a-f0-9]{20}|\\bSG\\.[\\w-]{16}\\.",
    "-----BEGIN [A-Z ]*PRIVATE KEY",
    "\\beyJ[\\w-]{8,}\\.eyJ[\\w-]{8,}\\.",
    "\\b[A-Za-z][A-Za-z0-9+.-]{0,20}://[^/\\s:@]{0,255}:[^/\\s@]{1,255}@",
  ].join("|"),
);

/** True for a variable that looks like a secret by its name or by its value. */
export function looksSecret(name: string, value: string): boolean {
  if (harmless.has(name)) return false;
  return secretWord.test(name) || secretName.test(name) || secretShape.test(value);
}

/** Where the shell is, and where it was: the names only look like passwords. */
const harmless: ReadonlySet<string> = new Set(["PWD", "OLDPWD"]);
