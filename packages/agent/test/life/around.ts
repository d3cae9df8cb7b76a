import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "hookline";
import type { Place, RunningAgent } from "../run-agent.ts";

/** A call of a tool, as a script has it. */
export const call = (name: string, input: object) => ({ name, input });

/** Writes a script and gives the options that play it, with the project's files trusted. */
export function play(place: Place, ...turns: readonly object[]): string[] {
  const file = join(place.root, `script-${crypto.randomUUID()}.json`);
  writeFileSync(file, JSON.stringify({ turns }));
  return ["--script", file, "--trust"];
}

/** A command hook that writes its payload to the file that `heard` reads. */
export function recordTo(place: Place): { readonly type: "command"; readonly command: string } {
  return { type: "command", command: `payload=$(cat); printf '%s\\n' "$payload" >> ${heardFile(place)}` };
}

/** Writes the hook file of the project: these groups, and the recorder on these events. */
export function hooks(place: Place, groups: Record<string, readonly object[]>, record: readonly string[]) {
  const names = new Set([...Object.keys(groups), ...record]);
  const all = [...names].map((name) => [
    name,
    [...(groups[name] ?? []), ...(record.includes(name) ? [{ hooks: [recordTo(place)] }] : [])],
  ]);
  place.write(".hookline/hooks.json", { hooks: Object.fromEntries(all) });
}

/** What the recorder got, in order. */
export function heard(place: Place): readonly JsonObject[] {
  return linesOf(heardFile(place));
}

/** The names of the events that the recorder got, with the field that tells how. */
export function told(place: Place): readonly string[] {
  return heard(place).map((payload) => {
    const { hook_event_name: name, source, reason } = payload;
    const how = name === "SessionStart" ? source : name === "SessionEnd" ? reason : undefined;
    return how === undefined ? String(name) : `${name} ${how}`;
  });
}

/** The objects in a file of JSON lines; none if there is no file. */
export function linesOf(file: string): readonly JsonObject[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}

/** The folder in which the sessions of the place are kept. */
export function sessionFolder(place: Place): string {
  const all = join(place.root, "state/hookline/sessions");
  const [one = ""] = readdirSync(all);
  return join(all, one);
}

/** The processes that have this home: the agent, its tools and its hooks; none where the system has no `/proc` to look at. */
export function alive(place: Place): readonly string[] {
  if (!existsSync("/proc/self/environ")) return [];
  return readdirSync("/proc").filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(`HOME=${place.home}`);
    } catch {
      return false;
    }
  });
}

/** Waits until a file is there: a hook or a tool says by it that it runs. */
export async function appears(file: string): Promise<void> {
  for (const until = Date.now() + 15_000; !existsSync(file); await pause(20))
    if (Date.now() > until) throw new Error(`${file} never appeared`);
}

/** Waits until nothing with this home is left but the agent given, and gives what is after ten seconds. */
export async function gone(place: Place, but?: RunningAgent): Promise<readonly string[]> {
  for (const until = Date.now() + 10_000; ; await pause(20)) {
    const left = alive(place).filter((pid) => pid !== String(but?.child.pid));
    if (left.length === 0 || Date.now() > until) return left;
  }
}

/** Ends an agent as a power cut would. */
export async function cutOff(agent: RunningAgent): Promise<void> {
  agent.child.kill("SIGKILL");
  await agent.ended;
}

function heardFile(place: Place): string {
  return join(place.root, "heard.jsonl");
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
