import { type Run, silence } from "../../contract/run.ts";
import { builtInEvents, createEngine, type Engine, type Hook, type RunReport } from "../../index.ts";
import { hostForOnce } from "../../system/process/choose-host.ts";
import { makePrivateFolder, removePrivateFolder } from "../../system/process/private-folder.ts";
import type { Patient } from "../doctor/check.ts";
import { endOnSignals } from "../signals.ts";
import type { Canary } from "./samples.ts";

/** Events that can be stopped, and whose guards a fault can make deny. */
const stoppable = new Set(
  builtInEvents.filter(({ deny, failsOpen }) => deny === "stop" && !failsOpen).map(({ name }) => name),
);

/** Events of which a hook thinks nothing has happened yet, and nothing will if it denies. */
const harmless = new Set(["PreToolUse", "PermissionRequest", "UserPromptSubmit"]);

/** What may do more than judge: programs, and code of the project. */
const doers = new Set(["command", "module", "worker"]);

/** Where canaries are fired: at the hooks that are meant, and at no other. */
export interface Range {
  /** The hooks among these that an event would run now. */
  reached(canary: Canary, hooks: readonly Hook[]): readonly Hook[];
  /** What each of these hooks says to a canary. */
  fire(canary: Canary, hooks: readonly Hook[]): Promise<readonly RunReport[]>;
  close(): Promise<void>;
}

/** True for a hook whose deny stops something: the rest guards nothing. */
export function isGuard({ event, mode, background, disabled, source }: Hook): boolean {
  return (
    stoppable.has(event) && mode === "enforce" && !background && disabled === null && source.layer !== "code"
  );
}

/** True for a guard that a canary may be fired at: rules always, what runs code only if it is approved, and what calls others only if asked. */
export function mayFireAt(engine: Engine, hook: Hook, canary: Patient["canary"]): boolean {
  if (hook.type === "policy") return true;
  if (!harmless.has(hook.event) || engine.distrust(hook) !== null) return false;
  return doers.has(hook.type) || (hook.type === "http" && canary === "all");
}

/** The longest that hooks may take over one canary. */
const budgetMs = 10_000;

const unfired: Run = {
  end: { kind: "exit", code: 0 },
  stdout: silence,
  stderr: silence,
  durationMs: 0,
  left: [],
};

/** Opens a range over the hooks of a project: what is remembered of it (trace, audit, health, sessions) is thrown away. */
export async function openRange({ engine, systemRoot, env = process.env }: Patient): Promise<Range> {
  const folder = makePrivateFolder();
  let meant: ReadonlySet<string> = new Set();
  // A canary may say where it happens, and there a relative name means another file: what counts is what was approved.
  const approved = new Set<string>();
  let learning = true;
  const own = await createEngine({
    cwd: engine.projectDir,
    env: { ...env, XDG_STATE_HOME: folder, HOOKLINE_CANARY: "1" },
    systemRoot,
    host: hostForOnce(env),
    trust(hook, digest) {
      if (learning && engine.distrust(hook) === null) approved.add(digest);
      return approved.has(digest);
    },
    ship: false,
    standIn: (hook) => (meant.has(keyOf(hook.id, hook.source.text)) ? null : unfired),
  });
  for (const hook of own.hooks) own.distrust(hook);
  learning = false;
  const ended = endOnSignals(own);
  let number = 0;
  return {
    reached(canary, hooks) {
      const { lanes } = own.preview(canary.event, canary.payload).plan;
      const items = lanes.flatMap(({ strands }) => strands.flat());
      const keys = items.flatMap(({ kind, hook }) =>
        kind === "run" ? [keyOf(hook.id, hook.source.text)] : [],
      );
      return hooks.filter(
        ({ id, source, event }) => event === canary.event && keys.includes(keyOf(id, source.text)),
      );
    },
    async fire({ event, payload }, hooks) {
      meant = new Set(hooks.map(({ id, source }) => keyOf(id, source.text)));
      // Of one session the rules would remember what an earlier canary seemed to write.
      const session = { session_id: `canary-${++number}` };
      const { runs } = await own.fire(event, { ...session, ...payload }, { budgetMs, only: "foreground" });
      return runs.filter(({ hook, source }) => meant.has(keyOf(hook, source)));
    },
    async close() {
      ended();
      await own.close();
      removePrivateFolder(folder);
    },
  };
}

const keyOf = (id: string, source: string) => `${id}\0${source}`;
