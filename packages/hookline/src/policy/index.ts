/** Rules that are judged in the process: `hookline/policy`. */
export type { PolicyFacts, PolicyModel, TouchedHost, TouchedPath, TouchedText } from "./model.ts";
export type { Rule, RuleException, RuleSeverity, RuleSubject, RuleVerdict } from "./rule.ts";
