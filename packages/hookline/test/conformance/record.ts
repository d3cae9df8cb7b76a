import { readFileSync } from "node:fs";
import type { JsonObject } from "../../src/index.ts";

/** One tool call that the scripted model made. */
export interface Action {
  readonly name: string;
  readonly input: JsonObject;
}

/** A group of a hook file, as far as a scene must know it. */
export interface Group {
  readonly matcher?: unknown;
  readonly hooks: readonly { readonly command?: string; readonly url?: string }[];
}

/** Where a marker was seen: the number of the model request, the place in it, the text around it. */
export type Sighting = readonly [request: number, place: string, text: string];

/** What was seen of Claude Code 2.1.325 when it ran with these hooks; `reference/observed-agents.md` says how. */
export interface Observed {
  readonly tool_ran: boolean | null;
  readonly file_content?: string;
  readonly model_saw?: string;
  readonly n_model_requests: number;
  readonly result?: string | null;
  readonly terminal_reason?: string;
  readonly permission_denials: number;
  readonly hook_outcomes: readonly {
    readonly hook_name: string;
    readonly exit_code: number | null;
    readonly outcome: string;
  }[];
  readonly stamps?: readonly (readonly (string | number)[])[];
  readonly marks?: readonly (readonly [string, number])[];
  readonly last_tick_s?: readonly (readonly [string, number])[];
  readonly processes?: { readonly [file: string]: { readonly alive: boolean } };
  readonly where?: { readonly [marker: string]: readonly Sighting[] };
  readonly each_request_last_user?: readonly (readonly (readonly [
    role: string,
    type: string,
    text: string,
  ])[])[];
  readonly stop_inputs?: readonly JsonObject[];
  readonly fired?: boolean | readonly string[];
  readonly matrix?: { readonly [matcher: string]: readonly string[] };
  readonly ran?: boolean;
  readonly second_hook_saw?: JsonObject;
  readonly post_tool_input?: JsonObject;
  readonly assistant_history_input?: readonly JsonObject[];
  readonly http_requests?: readonly {
    readonly method: string;
    readonly path: string;
    readonly headers: { readonly [name: string]: string };
    readonly body: string;
  }[];
}

/** One black-box run: the hooks, what the model did, what was seen. */
export interface ConformanceRecord {
  readonly id: string;
  readonly settings: { readonly hooks: { readonly [event: string]: readonly Group[] } | null };
  readonly model_action: readonly Action[];
  readonly observed: Observed;
}

/** All records, as they were taken. */
export const records: readonly ConformanceRecord[] = JSON.parse(
  readFileSync(new URL("./claude-code.json", import.meta.url), "utf8"),
);

/** What the hooks of a record run: their commands and addresses, as written. */
export function linesOf({ settings }: ConformanceRecord): readonly string[] {
  const groups = Object.values(settings.hooks ?? {}).flat();
  return groups.flatMap(({ hooks }) => hooks.map(({ command, url }) => command ?? url ?? ""));
}

/** A text as it was before the record cut it: all cut texts end in a run of one character. */
export function uncut(text: string): string {
  const cut = /^([\s\S]*)…\[(\d+) chars\]$/.exec(text);
  const [, kept = "", length = "0"] = cut ?? [];
  if (!cut || Number(length) > 2_000_000) return text;
  return kept.padEnd(Number(length), kept.at(-1));
}
