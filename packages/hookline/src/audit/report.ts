/** What verifying a chain came to, worst first: CONTRACTS §9's exit 1, 2, 3 and 0. */
export type ChainStatus = "unreadable" | "tampered" | "torn" | "intact";

/** What a problem is called. */
export type ProblemName =
  | "changed"
  | "missing"
  | "out-of-order"
  | "duplicate"
  | "no-record"
  | "other-chain"
  | "cut"
  | "unannounced"
  | "missing-file"
  | "swapped-file"
  | "mark-missing"
  | "mark-edited"
  | "head-missing"
  | "head-edited"
  | "head-older"
  | "checkpoint-broken"
  | "checkpoint-missing"
  | "checkpoint-replayed"
  | "checkpoint-key"
  | "checkpoint-root"
  | "checkpoint-ahead"
  | "known-checkpoint"
  | "no-key"
  | "unsigned"
  | "key-unknown"
  | "key-change-unsigned"
  | "payload-missing"
  | "payload-changed"
  | "payload-unannounced"
  | "chain-missing"
  | "torn-line"
  | "torn-head"
  | "torn-checkpoint"
  | "unreadable";

/** One thing that is wrong with a chain. */
export interface VerifyProblem {
  readonly what: ProblemName;
  /** `main/000001.jsonl:17`, or the file beside the records. */
  readonly where: string;
  /** The record that it is about; null if it is about none. */
  readonly seq: number | null;
  /** A sentence for people. */
  readonly detail: string;
}

/** Something that happened to a chain and was recorded as it should be: records lost, a torn line repaired, a key changed. */
export interface ChainRemark {
  readonly note: string;
  readonly seq: number;
  readonly time: string;
  readonly detail: string;
}

/** A key that signed a chain's checkpoints. */
export interface ReportedKey {
  /** The public key, base64. */
  readonly key: string;
  readonly fromSeq: number;
  /** Whether it is a key of this machine, or one that was given, or one that such a key vouches for. */
  readonly known: boolean;
}

/** What verifying one chain found. */
export interface ChainReport {
  readonly chain: string;
  readonly status: ChainStatus;
  readonly records: number;
  readonly files: number;
  readonly bytes: number;
  readonly firstTime: string;
  readonly lastTime: string;
  readonly problems: readonly VerifyProblem[];
  /** Problems beyond those listed. */
  readonly moreProblems: number;
  readonly remarks: readonly ChainRemark[];
  readonly checkpoints: number;
  /** The last checkpoint that holds; `time` is that of the last record it covers. */
  readonly lastCheckpoint: { readonly size: number; readonly time: string; readonly key: string } | null;
  /** Records that no checkpoint covers yet. */
  readonly unsigned: number;
  readonly keys: readonly ReportedKey[];
  /** Whether the key of the heads is here; without it nobody can tell whether a head is what was written. */
  readonly headChecked: boolean;
  /** Records that could not be written, as the writer told later. */
  readonly lost: number;
  readonly payloads: number;
  readonly erased: number;
}

/** What verifying a whole audit folder found. */
export interface TrailReport {
  readonly status: ChainStatus;
  readonly chains: readonly ChainReport[];
  /** What is wrong with the folder itself. */
  readonly problems: readonly VerifyProblem[];
  /** Records that could not be written, and that no chain tells of yet. */
  readonly untold?: number;
}
