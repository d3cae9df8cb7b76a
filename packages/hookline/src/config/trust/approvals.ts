import { canonicalJson, isObject, type JsonObject, jsonOf } from "../../contract/json.ts";
import { hmac256, sameSecret } from "../../system/digest.ts";

/** A local file that an approval covers, as it was then; null if it could not be read. */
export interface CoveredFile {
  readonly path: string;
  readonly digest: string | null;
  /** True for what an entry runs, not only names. */
  readonly program: boolean;
}

/** Which hook something was approved of: the same one when its entry or its files have changed. */
export interface HookIdentity {
  readonly project: string;
  /** The path of its hook file. */
  readonly source: string;
  readonly hook: string;
}

/** What was approved, as the store keeps it. */
export interface Approval extends HookIdentity {
  readonly digest: string;
  readonly entry: JsonObject;
  readonly files: readonly CoveredFile[];
  /** When, as an ISO date. */
  readonly at: string;
}

/** What a store holds: approvals that count, or why none does. */
export type Approvals =
  | { readonly kind: "approvals"; readonly approvals: readonly Approval[] }
  | { readonly kind: "old" | "broken" | "forged" };

/** The version of the store whose approvals count: those of the first were not sealed. */
const version = 2;

/** The text of a store: each approval is sealed with the user's key. */
export function writeApprovals(approvals: readonly Approval[], key: string): string {
  const approved = approvals.map((approval) => ({ ...approval, mac: sealOf(approval, key) }));
  return `${JSON.stringify({ version, approved }, null, 2)}\n`;
}

/** Reads the text of a store; where one seal is wrong, somebody else has written in it, and nothing in it counts. */
export function readApprovals(text: string, keys: readonly string[]): Approvals {
  const store = jsonOf(text);
  if (!isObject(store)) return { kind: "broken" };
  if (store.version === 1) return { kind: "old" };
  if (store.version !== version || !Array.isArray(store.approved)) return { kind: "broken" };
  const approvals: Approval[] = [];
  for (const item of store.approved) {
    if (!isObject(item) || typeof item.mac !== "string") return { kind: "forged" };
    const { mac, ...rest } = item;
    const approval = approvalOf(rest);
    if (approval === null || !keys.some((key) => sameSecret(mac, sealOf(approval, key))))
      return { kind: "forged" };
    approvals.push(approval);
  }
  return { kind: "approvals", approvals };
}

/** The seal is over all of an approval: none of it can be changed, and none of it be used for another hook. */
function sealOf(approval: Approval, key: string): string {
  const { project, source, hook, digest, entry, files, at } = approval;
  const covered = files.map(({ path, digest: bytes, program }) => ({ path, digest: bytes, program }));
  const sealed = { project, source, hook, digest, entry, files: covered, at };
  return hmac256(key, canonicalJson(["hookline-trust", version, sealed]));
}

function approvalOf({ project, source, hook, digest, entry, files, at }: JsonObject): Approval | null {
  if (typeof project !== "string" || typeof source !== "string" || typeof hook !== "string") return null;
  if (typeof digest !== "string" || !isObject(entry) || typeof at !== "string") return null;
  if (!Array.isArray(files)) return null;
  const covered = files.flatMap((file) => coveredFile(file) ?? []);
  if (covered.length !== files.length) return null;
  return { project, source, hook, digest, entry, files: covered, at };
}

function coveredFile(value: unknown): CoveredFile | null {
  if (!isObject(value)) return null;
  const { path, digest, program } = value;
  if (typeof path !== "string" || typeof program !== "boolean") return null;
  return typeof digest === "string" || digest === null ? { path, digest, program } : null;
}
