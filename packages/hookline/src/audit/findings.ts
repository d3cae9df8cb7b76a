import type { ChainStatus, ProblemName, VerifyProblem } from "./report.ts";

/** The problems of one chain as they are found; only so many are kept. */
export interface Findings {
  add(what: ProblemName, where: string, seq: number | null, detail: string): void;
  /** Whether something was found that is worse than torn. */
  readonly broken: boolean;
  readonly problems: readonly VerifyProblem[];
  readonly more: number;
  status(): ChainStatus;
}

const mostListed = 100;
const torn: readonly ProblemName[] = ["torn-line", "torn-head", "torn-checkpoint"];

/** An empty list of problems. */
export function newFindings(): Findings {
  const problems: VerifyProblem[] = [];
  let [more, broken, unreadable] = [0, false, false];
  return {
    add(what, where, seq, detail) {
      if (problems.length < mostListed) problems.push({ what, where, seq, detail });
      else more++;
      if (what === "unreadable") unreadable = true;
      else if (!torn.includes(what)) broken = true;
    },
    get broken() {
      return broken;
    },
    problems,
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

const order: readonly ChainStatus[] = ["intact", "torn", "unreadable", "tampered"];

/** The worst of several. */
export function worst(statuses: readonly ChainStatus[]): ChainStatus {
  return statuses.reduce((one, other) => (order.indexOf(other) > order.indexOf(one) ? other : one), "intact");
}
