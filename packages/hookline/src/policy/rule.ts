/** What a rule says when it fits; `redact` puts a mark in the place of secrets that it finds. */
export const ruleVerdicts = ["deny", "ask", "allow", "redact"] as const;

/** One of them. */
export type RuleVerdict = (typeof ruleVerdicts)[number];

/** How bad it would be. */
export const severities = ["low", "medium", "high", "critical"] as const;

/** One of them. */
export type RuleSeverity = (typeof severities)[number];

/** What a rule is asked about: the event once, or each program, each path, each host or each text of it. */
export const ruleSubjects = ["event", "command", "path", "host", "text"] as const;

/** One of them; the variable of its name is what `when` sees beside the event. */
export type RuleSubject = (typeof ruleSubjects)[number];

/** A case in which a rule does not hold. */
export interface RuleException {
  readonly when: string;
  readonly reason: string;
  readonly owner?: string;
  /** The last day on which it holds: `2027-01-31`. */
  readonly expires?: string;
}

/** A rule as it is written in a hook file, a policy file or a pack. */
export interface Rule {
  readonly id: string;
  readonly verdict: RuleVerdict;
  /** CEL; true means that the rule fits. */
  readonly when: string;
  readonly reason: string;
  /** What `when` is asked about; the event if absent. */
  readonly each?: RuleSubject;
  /** Only for tools of these kinds; all if absent. */
  readonly kinds?: readonly string[];
  /** Only if one of these programs is started (of a rule for each command: only for those); all if absent. */
  readonly programs?: readonly string[];
  /** Only on these events; those that the hook stands under if absent. */
  readonly events?: readonly string[];
  readonly severity?: RuleSeverity;
  readonly owner?: string;
  /** The last day on which it holds. */
  readonly expires?: string;
  readonly except?: readonly RuleException[];
}
