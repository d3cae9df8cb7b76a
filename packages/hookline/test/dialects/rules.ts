import type { JsonObject } from "../../src/contract/json.ts";

/** What the suite needs to know to try one dialect's rules with real files and real processes. */
export interface DialectRules {
  readonly dialect: string;
  /** The path of its hook file: relative to the project, or `~/…`. */
  readonly file: string;
  /** Its file with these entries on one event, by the event's canonical name. */
  write(event: string, entries: readonly JsonObject[], matcher?: string): JsonObject;
  /** An entry that runs a command, as its files write it. */
  entry(command: string, more?: JsonObject): JsonObject;
  /** A name of a tool in this agent. */
  readonly tool: string;
  /** On which event a command that ends with this code, printing this, gives which verdict, reason or fault. */
  readonly exits: readonly {
    readonly event: string;
    readonly code: number;
    readonly stdout?: string;
    readonly stderr?: string;
    readonly verdict: string;
    readonly reason?: string;
    readonly fault?: string;
  }[];
  /** Which answers on stdout (exit 0 if not said) make which parts of the decision. */
  readonly answers: readonly {
    readonly event: string;
    readonly stdout: string;
    readonly code?: number;
    readonly decision: JsonObject;
  }[];
  readonly matchers: readonly {
    readonly pattern: string;
    readonly fits: readonly string[];
    readonly not: readonly string[];
  }[];
  /** As written → milliseconds, and whether something is said about it. */
  readonly timeouts: readonly {
    readonly written: number;
    readonly ms: number;
    readonly said: RegExp | null;
  }[];
  readonly defaultTimeoutMs: number;
  /** Three hooks `a`, `b`, `c` on PreToolUse of which `b` blocks: which ones run, and whether one after the other. */
  readonly order: { readonly ran: readonly string[]; readonly sequential: boolean };
  /** How often an entry runs that stands twice in one file. */
  readonly twice: 1 | 2;
  /** The exact keys of the payload on stdin, for a complete canonical payload. */
  readonly payloads: readonly {
    readonly event: string;
    readonly given: JsonObject;
    readonly seen: JsonObject;
  }[];
  /** Variables of an event's hooks; values are exact. */
  readonly variables: readonly {
    readonly event: string;
    readonly given: JsonObject;
    readonly env: Readonly<Record<string, string>>;
  }[];
  /** Events whose hooks nobody waits for. */
  readonly background: readonly string[];
  /** Where a command starts, when the payload's cwd is a folder below the project. */
  readonly cwd: "payload" | "project" | "process";
  /** Whether hooks run in sub-agents. */
  readonly subagents: boolean;
  /** Two hooks that change the input: the command prints the first, another the second; the input that runs. */
  readonly rewrites: { readonly first: string; readonly second: string; readonly input: JsonObject } | null;
  /** Texts of a file that is wrong somewhere, and what is said about it: `file:line:column` and the sentence. */
  readonly wrong: readonly {
    readonly text: string;
    readonly said: readonly RegExp[];
    readonly kept: number;
  }[];
}
