import { isOdd } from "../system/disk.ts";
import { errorCode } from "../system/error-code.ts";
import type { ChainStatus, ProblemName, VerifyProblem } from "./report.ts";

/** The problems of one chain as they are found; only so many are kept. */
export interface Findings {
  add(what: ProblemName, where: string, seq: number | null, detail: string): void;
  /** What cannot be read: a link or a pipe in the place of a file was put there; anything else only keeps us from reading. */
  unread(where: string, error: unknown): void;
  /** What is wrong with the records first, for the rest follows from it. */
  readonly problems: readonly VerifyProblem[];
  readonly more: number;
  status(): ChainStatus;
}

const mostListed = 100;
const torn: readonly ProblemName[] = ["torn-line", "torn-head", "torn-checkpoint"];
const unknowable: readonly ProblemName[] = ["unreadable", "no-key", "unsigned"];

/** An empty list of problems. */
export function newFindings(): Findings {
  const problems: VerifyProblem[] = [];
  let [more, broken, unreadable] = [0, false, false];
  const add: Findings["add"] = (what, where, seq, detail) => {
    if (problems.length < mostListed) problems.push({ what, where, seq, detail });
    else more++;
    if (unknowable.includes(what)) unreadable = true;
    else if (!torn.includes(what)) broken = true;
  };
  return {
    add,
    unread(where, error) {
      const text = error instanceof Error ? error.message : String(error);
      if (errorCode(error) === "ELOOP")
        add("missing-file", where, null, `a link stands in the place of a file: ${text}`);
      else if (isOdd(error)) add("missing-file", where, null, `something else stands in its place: ${text}`);
      else add("unreadable", where, null, `it cannot be read: ${text}`);
    },
    get problems() {
      return problems.toSorted((one, other) => Number(isBeside(one)) - Number(isBeside(other)));
    },
    get more() {
      return more;
    },
    status() {
      if (broken) return "tampered";
      if (unreadable) return "unreadable";
      return problems.length > 0 ? "torn" : "intact";
    },
  };
}

function isBeside({ where }: VerifyProblem): boolean {
  return !/\.jsonl(:\d+)?$/.test(where);
}

const order: readonly ChainStatus[] = ["intact", "torn", "unreadable", "tampered"];

/** The worst of several. */
export function worst(statuses: readonly ChainStatus[]): ChainStatus {
  return statuses.reduce((one, other) => (order.indexOf(other) > order.indexOf(one) ? other : one), "intact");
}
