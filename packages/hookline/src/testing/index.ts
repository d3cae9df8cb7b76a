/** Tests for hooks: `hookline/testing`. `hookline test` is made of the same. */
export type {
  Expected,
  ExpectedDecision,
  FileMatch,
  HookCase,
  HookMatch,
  HookStub,
  HookWord,
  MessageMatch,
  ProgramStub,
  Stubs,
  TestCase,
  TestFile,
  TextMatch,
} from "./case.ts";
export { compareDecision } from "./compare-decision.ts";
export type { Coverable, Coverage } from "./coverage.ts";
export { expectDecision } from "./expect-decision.ts";
export { type FiredDecision, type FireRequest, fireIn } from "./fire-in.ts";
export { checkCase, hookCases, runCase } from "./hook-cases.ts";
export type { Difference } from "./match-text.ts";
export type { Mutant } from "./mutant.ts";
export type { MutantRun } from "./mutate.ts";
export type { ProjectOptions } from "./project.ts";
export { testsFolder } from "./read-cases.ts";
export type { CaseRun } from "./run-case.ts";
export { runTests, type TestOptions, type TestReport } from "./run-tests.ts";
export { testFileSchema } from "./schema.ts";
export { showDifference } from "./show-difference.ts";
