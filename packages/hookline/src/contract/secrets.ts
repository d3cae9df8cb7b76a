import { later } from "./later.ts";
import { type SecretShape, secretShapes } from "./secret-shapes.ts";
import { createWordScan } from "./word-scan.ts";

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

/** What secrets look like, all kinds in one expression; `holdsSecret` gives the same answer in a fraction of the time. */
export const secretShape = later(
  () =>
    new RegExp(
      secretShapes()
        .map(({ pattern }) => pattern)
        .join("|"),
    ),
);

/** Parts of the names that a secret stands behind, and of what announces one. */
const hints =
  "key token secret pass credential pat pwd dsn auth webhook conn cookie bearer jwt basic _url _uri .url .uri -url -uri _headers kube azure cloudsdk oidc actions --user -u= -u\t -u\n".split(
    " ",
  );
const search = later(() => {
  const shapes = secretShapes();
  const anchored = shapes.flatMap((kind) => kind.anchors.map((anchor) => ({ anchor, kind })));
  const words = [...hints, "-u ", ...anchored.map(({ anchor }) => anchor)];
  const without = shapes.filter(({ anchors }) => anchors.length === 0);
  const unsuspicious: Suspicion = { shapes: without, hints: [] };
  return { anchored, words, scan: createWordScan(words), without, unsuspicious };
});
const tests = later(() => new Map(secretShapes().map((kind) => [kind, new RegExp(kind.pattern)])));

/** What may be secret in a text: few texts hold an anchor of any kind, so few patterns need to be tried. */
export interface Suspicion {
  readonly shapes: readonly SecretShape[];
  /** Words that a secret may stand behind, in lower case. */
  readonly hints: readonly string[];
}

/** Looks over a text for anything that a secret may begin with. */
export function suspect(text: string): Suspicion {
  const { anchored, words, scan, without, unsuspicious } = search();
  const found = scan(text);
  if (found.size === 0) return unsuspicious;
  const shapes = new Set(without);
  const said: string[] = [];
  for (const index of found) {
    const kind = anchored[index - hints.length - 1]?.kind;
    if (kind) shapes.add(kind);
    else said.push(words[index] ?? "");
  }
  return { shapes: [...shapes], hints: said };
}

/** The names of the kinds of secrets that a text holds; none if it holds nothing that looks like one. */
export function secretKinds(text: string): readonly string[] {
  return suspect(text)
    .shapes.filter((kind) => tests().get(kind)?.test(text))
    .map(({ name }) => name);
}

/** True if something in the text looks like a secret. */
export function holdsSecret(text: string): boolean {
  return suspect(text).shapes.some((kind) => tests().get(kind)?.test(text));
}

/** True for a variable that looks like a secret by its name or by its value. */
export function looksSecret(name: string, value: string): boolean {
  if (harmless.has(name)) return false;
  return secretWord.test(name) || secretName.test(name) || (value.length >= 8 && holdsSecret(value));
}

/** Where the shell is, and where it was: the names only look like passwords. */
const harmless: ReadonlySet<string> = new Set(["PWD", "OLDPWD"]);
