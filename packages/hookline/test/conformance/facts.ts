import type { Json, JsonObject, RunReport } from "../../src/index.ts";

/** What is compared: the same facts of what was observed and of what was played; a fact that a record lacks is not compared. */
export interface Facts {
  readonly toolRan: boolean | null;
  readonly fileContent: string | null;
  readonly requests: number;
  readonly ending: string | null;
  /** What a person is shown of a prompt that was stopped. */
  readonly stopped: string | null;
  readonly refused: number;
  /** What the model was told between its first and its second request. */
  readonly told: readonly string[];
  /** Hooks in any order: event, exit code, outcome. */
  readonly outcomes: readonly string[];
  /** What the hooks wrote down with the time: sorted, and whether two hooks ran at the same time. */
  readonly stamps: readonly string[];
  readonly together: boolean;
  /** What a hook that is stopped wrote down, without its ticks; and how long it ticked after SIGTERM. */
  readonly marks: readonly string[];
  readonly grace: string;
  /** Processes of hooks, alive or not at the end. */
  readonly processes: { readonly [name: string]: boolean };
  /** Markers in the order in which the model saw them, with the number of the request. */
  readonly where: readonly string[];
  /** What the user seemed to say before each request. */
  readonly prompts: readonly string[];
  readonly stopInputs: Json;
  readonly fired: boolean | readonly string[];
  readonly matrix: { readonly [matcher: string]: readonly string[] };
  readonly ran: boolean;
  readonly secondHookSaw: Json;
  readonly postToolInput: Json;
  readonly history: Json;
  readonly posted: readonly PostedFacts[];
}

/** A request to an endpoint, without what depends on the agent and its version. */
export interface PostedFacts {
  readonly method: string;
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly payload: JsonObject;
}

/** Stands for a context that is shown with its beginning and a file that holds all of it. */
export const preview = "<a preview, and a file with all of it>";

/** Stands for a reason of 10,000 characters with a file that holds all of it. */
export const cutReason = "<10,000 characters, and a file with all of it>";

/** An outcome in one line; the code of a hook that was stopped, or that is no process, says nothing. */
export function outcomeLine(event: string, code: number | string | null, outcome: string): string {
  const process = typeof code === "string" || (code !== null && code < 200);
  const shown = code === 126 || code === 127 ? "unstarted" : code;
  return [event, ...(process && outcome !== "cancelled" ? [shown] : []), outcome].join(" ");
}

/** The outcome of a run in the words of Claude Code. */
export function outcomeOf({ status, fault, exitCode }: RunReport): string {
  if (fault === "timeout" || fault === "cancelled") return "cancelled";
  return status === "fault" || (exitCode ?? 0) !== 0 ? "error" : "success";
}

type Stamp = readonly (string | number)[];

/** What hooks wrote down with the time, without it, and whether one started before another had ended. */
export function stampFacts(stamps: readonly Stamp[]): Pick<Facts, "stamps" | "together"> {
  const named = stamps.map((stamp) => ({ words: stamp.slice(0, -1).join(" "), at: Number(stamp.at(-1)) }));
  const open = new Set<string>();
  let together = false;
  for (const { words } of [...named].sort((one, other) => one.at - other.at)) {
    const [label = "", kind] = words.split(" ");
    if (kind === "start") {
      together ||= open.size > 0;
      open.add(label);
    }
    if (kind === "end") open.delete(label);
  }
  return { stamps: named.map(({ words }) => words).sort(), together };
}

/** How long a hook went on after SIGTERM, in words that do not depend on the machine's load. */
export function graceOf(marks: readonly Stamp[], lastTick: number): string {
  const term = marks.find(([word]) => word === "TERM");
  if (!term) return "no SIGTERM seen";
  return lastTick - Number(term.at(-1)) < 1 ? "under a second" : "over a second";
}

/** The fields of a posted payload that do not depend on the agent's version. */
export function postedFacts(request: {
  readonly method: string;
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}): PostedFacts {
  const { method, path, body } = request;
  const names = ["content-type", "x-lit", "authorization", "x-not"];
  const headers = Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), value.trim()]);
  const {
    hook_event_name,
    tool_name,
    tool_input,
    tool_response = null,
    cwd,
    permission_mode,
  } = JSON.parse(body);
  return {
    method,
    path,
    headers: Object.fromEntries(headers.filter(([name = ""]) => names.includes(name))),
    payload: { hook_event_name, tool_name, tool_input, tool_response, cwd, permission_mode },
  };
}
