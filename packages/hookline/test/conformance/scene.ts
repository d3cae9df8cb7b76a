import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as immediate, setTimeout as wait } from "node:timers/promises";
import { createEngine, type Decision, type Engine, type RunReport } from "../../src/index.ts";
import { type Agent, type Called, type Ending, runAgent } from "./agent.ts";
import { openEndpoint, type Posted } from "./endpoint.ts";
import { noRules, rulesOf } from "./permission.ts";
import { makePlace, type Place, type PlayedDialect } from "./place.ts";
import { areAlive, endProcesses, processesOf } from "./processes.ts";
import type { ConformanceRecord } from "./record.ts";
import { actionsOf, hookFilesOf, inOneTurn, mapFiles } from "./restored.ts";
import { scale } from "./scaled.ts";
import { makeTools } from "./tools.ts";

/** What happened in a scene. */
export interface Played extends Ending {
  readonly record: ConformanceRecord;
  readonly hooks: Engine["hooks"];
  readonly diagnostics: Engine["diagnostics"];
  readonly decisions: readonly Decision[];
  /** What listeners were told: every hook that had ended, also those that nobody waited for. */
  readonly responses: readonly { readonly event: string; readonly report: RunReport }[];
  readonly calls: readonly Called[];
  readonly told: readonly (readonly string[])[];
  readonly fileContent: string | null;
  /** What the hooks have left in `$BASE`, by name. */
  readonly marks: { readonly [name: string]: string };
  readonly posted: readonly Posted[];
  /** The processes whose number a hook wrote down, and whether they lived on. */
  readonly processes: { readonly [name: string]: boolean };
  /** Commands that lived on after a hook was stopped. */
  readonly strays: readonly string[];
  /** Its folders are gone when the scene is over. */
  readonly place: Place;
}

/** Variables of the agent that a record needs. */
const variables: { readonly [id: string]: (root: string) => { readonly [name: string]: string } } = {
  "i/200-deny": () => ({ MY_TOKEN: "tok123", SECRET_X: "hidden" }),
  "k/SHELL-env-bash": () => ({ SHELL: "/bin/bash" }),
  "h/sessionstart-envfile": (root) => ({ CLAUDE_ENV_FILE: join(root, "variables.sh") }),
};

/** Plays one record on a project of its own, lets `look` see what happened, and leaves nothing behind. */
export async function play(
  record: ConformanceRecord,
  dialect: PlayedDialect,
  look: (played: Played) => void,
): Promise<void> {
  const { id } = record;
  const place = makePlace(variables[id] ?? (() => ({})), dialect);
  const endpoint = await openEndpoint(id);
  try {
    const address = (text: string) => (endpoint ? text.replace(/127\.0\.0\.1:\d+/, endpoint.host) : text);
    place.write(mapFiles(hookFilesOf(record), (text) => address(scale(id, text))));
    const scene = await act(record, dialect, place);
    look({ ...scene, posted: endpoint?.posted ?? [] });
  } finally {
    await endpoint?.close();
    endProcesses(Object.values(numbers(place)));
    await place.remove();
  }
}

async function act(
  record: ConformanceRecord,
  dialect: PlayedDialect,
  place: Place,
): Promise<Omit<Played, "posted">> {
  const { id } = record;
  const engine = await createEngine({
    cwd: place.project,
    dialects: [dialect],
    env: place.env,
    systemRoot: place.system,
    trust: id === "b/untrusted-workspace-hook" ? "store" : "all",
  });
  const responses: { event: string; report: RunReport }[] = [];
  engine.listen((notice) => {
    if (notice.type === "response") responses.push(notice);
  });
  const actions = actionsOf(record).map((action) => ({
    ...action,
    input: JSON.parse(place.fill(JSON.stringify(action.input))),
  }));
  const interruption = new AbortController();
  const agent: Agent = {
    engine,
    place,
    tools: makeTools(place),
    // The rules stood in the same file: one that cannot be read takes them along.
    rules: engine.mustFail ? noRules : rulesOf(id),
    turns: inOneTurn(record) ? [actions] : actions.map((action) => [action]),
    signal: interruption.signal,
    decisions: [],
    calls: [],
    told: [],
  };
  try {
    const interrupted = interrupt(record, place, engine, interruption);
    const ending = await runAgent(agent).catch(brokenOff);
    await interrupted;
    // The model takes its time to answer: a hook in the background has begun by then.
    if (id === "h/async-outlives-agent") await appears(join(place.base, "ts"));
    if (ending.ending !== null) agent.decisions.push(await engine.fire("SessionEnd", { reason: "other" }));
    await engine.close();
    // Listeners are told after the engine's own work.
    await immediate();
    const { decisions, calls, told } = agent;
    const { hooks, diagnostics } = engine;
    const wasStopped = responses.some(
      ({ report: { fault } }) => fault === "timeout" || fault === "cancelled",
    );
    const file = join(place.project, "a.txt");
    return {
      ...ending,
      record,
      hooks,
      diagnostics,
      decisions,
      responses,
      calls,
      told,
      fileContent: existsSync(file) ? readFileSync(file, "utf8") : null,
      marks: place.marks(),
      processes: await areAlive(numbers(place)),
      strays: wasStopped ? await processesOf(place.root) : [],
      place,
    };
  } finally {
    await engine.close();
  }
}

/** Plays the signal that the agent got while the hook ran: an interrupt ends the call, a termination the engine. */
async function interrupt({ id }: ConformanceRecord, place: Place, engine: Engine, call: AbortController) {
  if (id !== "k/sig-SIGINT" && id !== "k/sig-SIGTERM") return;
  await appears(join(place.base, "pid_sleep"));
  if (id === "k/sig-SIGINT") call.abort();
  else await engine.close();
}

async function appears(path: string): Promise<void> {
  while (!existsSync(path)) await wait(10);
}

/** An agent whose engine was closed says no more. */
function brokenOff(error: unknown): Ending {
  if (error instanceof Error && "code" in error && error.code === "engine-closed")
    return { requests: 1, ending: null, stopped: null };
  throw error;
}

function numbers(place: Place): { readonly [name: string]: number } {
  const marks = Object.entries(place.marks()).filter(([name]) => name.startsWith("pid_"));
  return Object.fromEntries(marks.map(([name, text]) => [name, Number(text)]));
}
