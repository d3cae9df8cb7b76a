import { join } from "node:path";
import { writeAtomically } from "../../system/files.ts";
import { ownAndRoot, quoted, readSafe, type SafetyRules } from "../../system/safe-file.ts";
import { privateFolder } from "../../system/state-folder.ts";

/** The key and the one before it while that is replaced, that there is none yet, or why the one that is there does not count. */
export type KeyReading =
  | { readonly kind: "keys"; readonly keys: readonly [string, ...string[]] }
  | { readonly kind: "absent" }
  | { readonly kind: "unsafe"; readonly why: string; readonly mend: string };

/**
 * Where this user's key for approvals lies: beside the store and not in it, so that whoever can only write the store approves
 * nothing; and not among the settings, which people keep in repositories.
 */
export function trustKeyPath(folder: string): string {
  return join(folder, "keys", "trust.key");
}

/** Reads the key; one that others could read or write is none. */
export function readTrustKey(folder: string): KeyReading {
  const path = trustKeyPath(folder);
  const rules: SafetyRules = {
    owners: ownAndRoot(),
    barred: 0o077,
    links: "refused",
    under: join(folder, "keys"),
  };
  const read = readSafe(path, rules);
  if (read.kind === "absent") return read;
  if (read.kind === "unsafe") return { ...read, why: `${path} ${read.why}` };
  const [key, ...before] = read.file.text.trim().split("\n");
  const good = (one: string) => /^[0-9a-f]{64}$/.test(one);
  if (key !== undefined && [key, ...before].every(good)) return { kind: "keys", keys: [key, ...before] };
  return { kind: "unsafe", why: `${path} holds no key`, mend: `rm ${quoted(path)}` };
}

/** Writes the key, with the one before it as long as something may still be sealed with that. */
export function writeTrustKeys(folder: string, keys: readonly string[]): void {
  privateFolder(folder);
  privateFolder(join(folder, "keys"));
  writeAtomically(trustKeyPath(folder), `${keys.join("\n")}\n`, 0o600);
}
