import type { Event } from "./event.ts";
import type { Fields, FieldsType } from "./fields.ts";
import type { ApprovedHook, Hook } from "./hook.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Judge, JudgeAnswer } from "./judge.ts";
import type { Command, ProcessFacts } from "./process.ts";
import type { Captured, Run } from "./run.ts";
import type { WorkerHost } from "./worker.ts";

export type { Judge, JudgeAnswer, JudgeRequest } from "./judge.ts";

/** The host's MCP connections. */
export interface McpCaller {
  callTool(
    server: string,
    tool: string,
    input: JsonObject,
    signal: AbortSignal,
  ): Promise<{ readonly content: readonly Json[]; readonly isError: boolean }>;
}

/** One HTTP request of a hook. */
export interface HttpRequest {
  readonly url: URL;
  readonly headers: { readonly [name: string]: string };
  readonly body: Uint8Array;
  readonly deadlineMs: number;
  readonly cap: number;
  /** `any` address, or public ones only, or public ones and a loopback address that the URL names literally. */
  readonly reach: "any" | "public" | "public-and-literal-loopback";
  readonly signal: AbortSignal;
}

/** What came back, or why nothing did. */
export type HttpFacts =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly body: Captured;
      /** The header of that name, if the server sent one. */
      readonly retryAfter?: string;
    }
  | { readonly kind: "timeout" | "cancelled" | "unreached"; readonly detail: string };

/** What a function gets beside the payload: what ends it, the event, and the tool call that it is about (empty if none). */
export interface FunctionCall {
  readonly signal: AbortSignal;
  readonly event: Event;
  readonly toolUseId: string;
}

/** A function that a host registered; written as a method, so that one typed for a single event fits. */
export type HookFunction = {
  call(payload: JsonObject, call: FunctionCall): unknown;
}["call"];

/** What runners may use of the world; the engine passes it in. */
export interface Services {
  request(request: HttpRequest): Promise<HttpFacts>;
  importModule(path: string): Promise<Readonly<Record<string, unknown>>>;
  readonly model: Judge | null;
  readonly agent: Judge | null;
  readonly mcp: McpCaller | null;
  /** Answers of judges by prompt, and what they may cost together. */
  readonly judgements: JudgementBook;
  functionOf(hook: ApprovedHook): HookFunction | undefined;
  /** The long-lived processes of this engine. */
  readonly workers: WorkerHost;
  /** The program and the local files that an approval of a hook covers, if it starts in this folder. */
  coveredFiles(hook: Hook, cwd: string): readonly string[];
  /** The lists of `allowedHttpHookUrls` and `httpHookAllowedEnvVars`: one per file that has one; each must allow. */
  readonly allowedUrls: readonly (readonly string[])[];
  readonly allowedHeaderVariables: readonly (readonly string[])[];
  /** A variable of whoever runs the agent, by its name: what the agent's own shell has as well. */
  variable(name: string): string | undefined;
  /** The home of whoever runs the agent. */
  readonly home: string;
  /** Where Hookline's own files lie, or would: hook files, and the folder with trust, audit and state. */
  readonly ownPaths: readonly string[];
  /** The folder of trust, audit and state. */
  readonly stateFolder: string;
  /** True where events that are over are judged again: what sessions did is remembered by nobody. */
  readonly rehearse?: boolean;
  /** The root of the machine whose own programs are taken where PATH must not count; `/` but for tests and images. */
  readonly systemRoot: string;
  /** Where services of the user keep their sockets, as the agent's environment says; empty if it does not. */
  readonly runtimeFolder: string;
}

/** Remembers judgements and counts their cost. */
export interface JudgementBook {
  find(key: string): JudgeAnswer | undefined;
  keep(key: string, answer: JudgeAnswer): void;
  /** Counts a call that is about to be made; gives the sentence that says which limit was reached instead, if one was. */
  begin(): string | null;
}

/** One call of a hook: the event as this hook's dialect presents it, the time it has, and the world. */
export interface Call {
  readonly event: Event;
  readonly signal: AbortSignal;
  readonly deadlineMs: number;
  /** The project's folder: relative paths of an entry start here. */
  readonly projectDir: string;
  /** Where a command starts. */
  readonly cwd: string;
  /** The payload in the dialect's shape, frozen; as one line of JSON, with its newline; and as the bytes of that. */
  readonly payload: JsonObject;
  readonly line: string;
  readonly bytes: Uint8Array;
  /** The complete environment of a command. */
  readonly env: { readonly [name: string]: string };
  /** The variables of it that are of this event alone, for a process that has the others already. */
  readonly variables: { readonly [name: string]: string };
  /** What a command that names no shell runs in, where the machine has it. */
  readonly shell?: "bash" | undefined;
  readonly services: Services;
  /** Runs a command with this call's payload, environment and deadline, or with one that is nearer. */
  spawn(
    command: Pick<Command, "argv"> & Partial<Pick<Command, "deadlineMs" | "prestart">>,
  ): Promise<ProcessFacts>;
  /** Why nothing of the hook may be started any more, or null: what it names may have changed since it was approved. */
  distrust(): string | null;
  /** Tells the person something beside the hook's answer. */
  note(text: string): void;
  /** The hook goes on without being waited for, for this long in its dialect's unit (null: as long as it may run at all); gives what ends it from now on. */
  goOn(timeout: number | null): Pick<Call, "signal" | "deadlineMs">;
}

/** Something that is wrong inside an entry, and the way to it from the entry. */
export interface EntryProblem {
  readonly path: readonly (string | number)[];
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly hint: string;
}

/** What every hook type says of itself. */
interface RunnerRow {
  readonly type: string;
  readonly summary: string;
  /** The fields that make two entries the same hook. */
  readonly identity: readonly string[];
  /** The deadline of a hook that names none; the event's if absent. */
  readonly timeoutSeconds?: number;
  /** Judges rules without running code: counts (deny and ask) before trust, looks twice after a rewrite, blocks when it fails. */
  readonly policy?: true;
  /** May only tighten, and only on events that judges can say something about. */
  readonly judges?: true;
  /** May run in the background (`async`). */
  readonly async?: true;
  /** Runs in this process: it takes no place among the hooks that run at once, since it may fire events itself. */
  readonly inProcess?: true;
  /** The field that lists variables which the entry is meant to see, as `passEnv` does. */
  readonly passes?: string;
  /** The JSON Schema of fields of which their words do not say enough, by name. */
  readonly schema?: JsonObject;
  /** What its fields mean, one sentence each, for editors. */
  readonly describes?: { readonly [field: string]: string };
  /** Loads what `problems` needs; called before the first entry of the type is judged in earnest. */
  prepare?(): Promise<void>;
}

/** Knows how to run one type of hook. */
export interface Runner extends RunnerRow {
  /** The entry's own fields, beyond those that every hook has. */
  readonly fields: Fields;
  /** What is wrong with an entry beyond its types: a sentence, or null. */
  check?(fields: JsonObject): string | null;
  /**
   * What is wrong inside an entry that stays: the hook is in force, and whatever is wrong in it is a fault when it runs. Null if it must be
   * prepared first.
   */
  problems?(fields: JsonObject): readonly EntryProblem[] | null;
  /** The words of an entry that may name local files or programs: what trust covers. */
  names?(fields: JsonObject): readonly string[];
  /** How many events one hook may be asked about at once; the others wait without using up their time. */
  places?(fields: JsonObject): number;
  /** Makes ready what answers the events of a hook, when a session starts. */
  begin?(hook: ApprovedHook, fields: JsonObject, call: Call): void;
  /** Never throws for what the hook does: a broken hook is a fault in the run. */
  run(hook: ApprovedHook, fields: JsonObject, call: Call): Promise<Run>;
}

/** A runner whose functions see the fields of an entry with the types that its field words name. */
export interface RunnerSpec<F extends Fields> extends RunnerRow {
  readonly fields: F;
  check?(fields: FieldsType<F>): string | null;
  problems?(fields: FieldsType<F>): readonly EntryProblem[] | null;
  names?(fields: FieldsType<F>): readonly string[];
  places?(fields: FieldsType<F>): number;
  begin?(hook: ApprovedHook, fields: FieldsType<F>, call: Call): void;
  run(hook: ApprovedHook, fields: FieldsType<F>, call: Call): Promise<Run>;
}

/** Declares a hook type; entries are checked against its field words when they are loaded. */
export function defineRunner<const F extends Fields>(spec: RunnerSpec<F>): Runner {
  return spec;
}
