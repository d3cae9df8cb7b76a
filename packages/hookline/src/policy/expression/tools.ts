/** What judging needs and a pure room has not: regular expressions and calls that surely end. */
export interface JudgeTools {
  /** Compiles a regular expression that runs in linear time, once for each; a problem if it cannot be one. */
  compilePattern(source: string): CompiledSearch;
  /** Calls a function and stops it after so many milliseconds, wherever it is. */
  callWithin<T>(milliseconds: number, work: () => T): CallEnd<T>;
}

/** A regular expression, or why there is none. */
export type CompiledSearch =
  | { readonly pattern: Search; readonly problem: null }
  | { readonly pattern: null; readonly problem: string };

/** A compiled regular expression; a problem says that it could not be judged. */
export interface Search {
  test(subject: string): { readonly matched: boolean; readonly problem: string | null };
}

/** What became of a bounded call. */
export type CallEnd<T> = { readonly kind: "value"; readonly value: T } | { readonly kind: "limit" };
