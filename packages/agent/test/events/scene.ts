import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { builtInEvents, type JsonObject } from "hookline";
import { type AgentEnd, makePlace, type Place, type RunningAgent } from "../run-agent.ts";

/** A session of the running agent, and every payload that the catch-all hook got, in the order in which it got them. */
export interface Scene {
  readonly place: Place;
  readonly ends: readonly AgentEnd[];
  readonly caught: readonly JsonObject[];
}

/** Where a catch-all hook of a place writes. */
export function catchFile({ root }: Place): string {
  return join(root, "caught.jsonl");
}

/** The folder that the WorktreeCreate hook makes. */
export function worktreeOf({ root }: Place): string {
  return join(root, "tree");
}

/** A native hook file with one entry for each event and no matcher, which appends the payload to a file. */
export function catchAll(place: Place): object {
  const file = catchFile(place);
  const tree = worktreeOf(place);
  const watch = { hookSpecificOutput: { hookEventName: "SessionStart", watchPaths: ["watched.txt"] } };
  const answer = { action: "accept", content: { name: "Ada" } };
  const elicited = { hookSpecificOutput: { hookEventName: "Elicitation", ...answer } };
  // What an event needs beyond being heard: worktrees are made by their hook, files are watched when one asks for it, and nobody else answers a server.
  const more: { readonly [event: string]: string } = {
    SessionStart: `; printf '%s' '${JSON.stringify(watch)}'`,
    Elicitation: `; printf '%s' '${JSON.stringify(elicited)}'`,
    WorktreeCreate: `; mkdir '${tree}' && printf '%s' '${tree}'`,
    WorktreeRemove: `; rm -rf '${tree}'`,
  };
  const entry = (event: string) => [
    { hooks: [{ type: "command", command: `cat >> '${file}'${more[event] ?? ""}` }] },
  ];
  return { hooks: Object.fromEntries(builtInEvents.map(({ name }) => [name, entry(name)])) };
}

/** A place whose project has the catch-all hook; it is to be removed by who made it. */
export function makeStage(): Place {
  const place = makePlace({ keep: true });
  place.write(".hookline/hooks.json", catchAll(place));
  return place;
}

/** What was caught until now. */
export function caughtIn(place: Place): readonly JsonObject[] {
  const file = catchFile(place);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line): JsonObject => JSON.parse(line));
}

/** Resolves when the catch-all hook has got this event; rejects if the agent ends before, or after a minute. */
export async function untilCaught(place: Place, event: string, { ended }: RunningAgent): Promise<void> {
  let end: AgentEnd | undefined;
  void ended.then((how) => (end = how));
  for (const until = Date.now() + 60_000; ; await new Promise((resolve) => setTimeout(resolve, 20))) {
    if (caughtIn(place).some(({ hook_event_name: name }) => name === event)) return;
    if (end || Date.now() > until) throw new Error(`${event} was not caught: ${end?.stderr ?? "no end"}`);
  }
}
