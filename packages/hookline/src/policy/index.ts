/** Rules that are judged in the process: `hookline/policy`. */
export { filesLeft, type LeftFile } from "./accesses/left-files.ts";
export { filesRun, type KnownFiles } from "./accesses/run-files.ts";
export {
  type CompiledPolicy,
  compilePolicy,
  isPolicy,
  type Policy,
  type PolicyMakers,
} from "./compile-policy.ts";
export type { CompiledRule } from "./compile-rule.ts";
export type { JudgeTools } from "./expression/tools.ts";
export { fittingRules, type Judgement, judgePolicy, reasonOf } from "./judge-policy.ts";
export type { RuleSaying, RuleSays } from "./judge-rule.ts";
export { makeModel, pathsToFollow } from "./make-model.ts";
export type {
  PolicyFacts,
  PolicyModel,
  TouchedHost,
  TouchedPath,
  TouchedText,
  WrittenFile,
} from "./model.ts";
export { definePack, type Pack, type PackSetting } from "./pack.ts";
export { allPacks } from "./packs/all.ts";
export { policyFor } from "./policy-for.ts";
export type { PolicyProblem } from "./problem.ts";
export type { Rule, RuleException, RuleSeverity, RuleSubject, RuleVerdict } from "./rule.ts";
