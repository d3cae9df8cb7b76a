/** Something that is wrong in a policy, and where: the way from its entry to the value. */
export interface PolicyProblem {
  readonly path: readonly (string | number)[];
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly hint: string;
}

/** Where problems are written down while a policy is read. */
export interface ProblemList {
  readonly problems: PolicyProblem[];
  error(path: PolicyProblem["path"], message: string, hint: string): void;
  warning(path: PolicyProblem["path"], message: string, hint: string): void;
}

/** An empty list. */
export function problemList(): ProblemList {
  const problems: PolicyProblem[] = [];
  return {
    problems,
    error: (path, message, hint) => problems.push({ path, severity: "error", message, hint }),
    warning: (path, message, hint) => problems.push({ path, severity: "warning", message, hint }),
  };
}
