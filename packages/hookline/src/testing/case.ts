import type { FaultKind } from "../contract/fault.ts";
import type { Json, JsonObject } from "../contract/json.ts";
import type { Verdict } from "../contract/verdict.ts";

/** What a text must be: exactly this, or only hold or match something. */
export type TextMatch =
  | string
  | { readonly equals: string }
  | { readonly contains: string }
  | { readonly matches: string };

/** What a file must hold afterwards: exactly this text, something in it, or that it is not there. */
export type FileMatch =
  | string
  | { readonly content: string }
  | { readonly contains: string }
  | { readonly matches: string }
  | { readonly absent: true };

/** What a hook must have done: its verdict, its fault, or that it did not run. */
export type HookWord = Verdict | FaultKind | "fault" | "background" | "skipped" | "none";

/** The same with what it said. */
export type HookMatch = HookWord | { readonly verdict?: HookWord; readonly reason?: TextMatch };

/** What a message must be like. */
export type MessageMatch =
  | TextMatch
  | { readonly text?: TextMatch; readonly level?: "info" | "warn" | "error"; readonly hook?: string };

/** What is expected of a decision. */
export interface ExpectedDecision {
  readonly verdict?: Verdict;
  readonly reason?: TextMatch;
  readonly updatedInput?: JsonObject | null;
  readonly updatedOutput?: Json;
  readonly updatedPrompt?: TextMatch | null;
  /** All of them, in order. */
  readonly context?: readonly TextMatch[];
  /** All of them, in order. */
  readonly messages?: readonly MessageMatch[];
  /** Whether the turn ends, or the reason that it ends for. */
  readonly halt?: boolean | TextMatch;
  /** By the hook's id. */
  readonly hooks?: { readonly [id: string]: HookMatch };
}

/** What is expected of a case: of the decision, and of what the hooks left behind. */
export interface Expected extends ExpectedDecision {
  readonly files?: { readonly [path: string]: FileMatch };
  /** By the name of a program that has a stand-in: how often it was called, or with which arguments each time. */
  readonly calls?: { readonly [program: string]: number | readonly (readonly TextMatch[])[] };
  /** Everything that the decision says is as it was stored. */
  readonly snapshot?: boolean;
}

/** What is said in the place of a hook. */
export interface HookStub {
  readonly exit?: number;
  readonly stdout?: string;
  readonly stderr?: string;
  /** The object that it answers with. */
  readonly answer?: JsonObject;
  readonly fault?: FaultKind;
}

/** A stand-in for a program: what it prints, and how it ends. */
export interface ProgramStub {
  readonly exit?: number;
  readonly stdout?: string;
  readonly stderr?: string;
}

/** What stands in the place of hooks and programs. */
export interface Stubs {
  readonly hooks?: { readonly [id: string]: HookStub };
  readonly programs?: { readonly [name: string]: ProgramStub };
}

/** One case as it is written. */
export interface TestCase {
  readonly name: string;
  readonly description?: string;
  readonly event: string;
  readonly tool?: string;
  readonly input?: JsonObject;
  readonly payload?: JsonObject;
  /** Files that are put into the copy of the project first. */
  readonly files?: { readonly [path: string]: string };
  readonly stubs?: Stubs;
  /** Hooks that ask a model, a tool or an endpoint do so. */
  readonly real?: boolean;
  /** The most that it may take, in seconds; 60 if absent. */
  readonly timeout?: number;
  readonly expect: Expected;
}

/** A file with cases. */
export interface TestFile {
  readonly $schema?: string;
  readonly description?: string;
  /** What of the project each case gets: these paths alone, or nothing; all that git knows or would add if absent. */
  readonly copy?: readonly string[] | false;
  readonly cases: readonly TestCase[];
}

/** A case, and where it is written. */
export interface HookCase extends TestCase {
  /** The file as people read it: `.hookline/tests/guard.json`. */
  readonly file: string;
  /** The absolute path of the file. */
  readonly path: string;
  readonly line: number;
  readonly column: number;
  readonly copy: TestFile["copy"];
}
