import { AsyncLocalStorageProviderSingleton } from "@langchain/core/singletons";

/** Why the agent asks a model beside the conversation: to sum it up, or to judge for a hook. */
export type Purpose = "summary" | "judge";

/** What marks a call to a model as one beside the conversation. */
export interface CallMarks {
  readonly tags?: readonly string[] | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
}

const purposes: readonly Purpose[] = ["summary", "judge"];

/** The marks for a call: it does not stream to the person, and the scripted model spends no turn on it. */
export function marksOf(purpose: Purpose): { tags: string[]; metadata: Record<string, unknown> } {
  return { tags: ["nostream", `hookline:${purpose}`], metadata: { hookline_purpose: purpose } };
}

/** The purpose that a call is marked with; null for a call of the conversation. */
export function purposeOf({ tags, metadata }: CallMarks): Purpose | null {
  const marked = (purpose: Purpose) =>
    metadata?.hookline_purpose === purpose || tags?.includes(`hookline:${purpose}`) === true;
  return purposes.find(marked) ?? null;
}

/** Runs a call outside of the run that it is made in: LangChain would hand that run's callbacks and thread down to it. */
export function outsideOfRun<T>(call: () => Promise<T>): Promise<T> {
  return AsyncLocalStorageProviderSingleton.runWithConfig({}, call, true);
}
