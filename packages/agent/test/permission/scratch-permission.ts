import { createEngine, type JsonObject, type Verdict } from "hookline";
import { onTestFinished } from "vitest";
import { openAlways } from "../../src/permission/always.ts";
import type { Grounds } from "../../src/permission/call.ts";
import { createPermission } from "../../src/permission/decide.ts";
import type { PermissionMode, SessionFacts } from "../../src/session/facts.ts";
import { createTell } from "../../src/session/tell.ts";
import type { Behavior, WrittenRule } from "../../src/settings/settings-file.ts";
import { nobody, type Person } from "../../src/show/person.ts";
import { keepingShow, scratchFolders } from "../settings/scratch-settings.ts";

/** The facts of a session in a folder. */
export function factsOf(projectDir: string, mode: PermissionMode = "default"): SessionFacts {
  return {
    id: "s1",
    title: null,
    transcriptPath: `${projectDir}/t.jsonl`,
    projectDir,
    cwd: projectDir,
    directories: [],
    mode,
    model: "scripted",
    promptId: null,
    agentType: null,
  };
}

/** Rules as a settings file of the project would have them. */
export function rulesOf(
  projectDir: string,
  lists: { readonly [behavior in Behavior]?: readonly string[] },
): WrittenRule[] {
  const behaviors: readonly Behavior[] = ["deny", "ask", "allow"];
  return behaviors.flatMap((behavior) =>
    (lists[behavior] ?? []).map((text) => ({
      behavior,
      text,
      source: "agent.json:1",
      sourceDir: `${projectDir}/.hookline`,
    })),
  );
}

/** A project of its own with the grounds that permission stands on. */
export function scratchGrounds(mode: PermissionMode = "default") {
  const folders = scratchFolders();
  const facts = factsOf(folders.project, mode);
  const grounds: Grounds = { facts, home: folders.home, stateFolder: folders.state };
  return { ...folders, facts, grounds };
}

/** A permission in a running engine that keeps every event it fires. */
export async function scratchPermission(
  given: {
    readonly rules?: { readonly [behavior in Behavior]?: readonly string[] };
    readonly mode?: PermissionMode;
    readonly person?: Person;
    readonly mayBypass?: boolean;
    readonly folders?: ReturnType<typeof scratchGrounds>;
  } = {},
) {
  const folders = given.folders ?? scratchGrounds(given.mode);
  const { project, home, system, state: stateFolder, facts } = folders;
  const env = { PATH: process.env.PATH, HOME: home };
  const engine = await createEngine({ cwd: project, env, systemRoot: system, dialects: ["native"] });
  onTestFinished(() => engine.close());
  const fired: { readonly event: string; readonly payload: JsonObject }[] = [];
  const show = keepingShow();
  const plain = createTell(engine, facts, () => {});
  const permission = createPermission({
    facts,
    home,
    stateFolder,
    tell: (event, payload, signal) => {
      fired.push({ event, payload });
      return plain(event, payload, signal);
    },
    person: given.person ?? nobody,
    show,
    rules: rulesOf(project, given.rules ?? {}),
    always: openAlways({ stateFolder, projectDir: project }),
    mayBypass: given.mayBypass ?? false,
  });
  const ask = (name: string, input: JsonObject, verdict: Verdict = "pass", reason = "") =>
    permission.permission(
      { name, input, id: `${name}-1`, verdict, reason },
      { agent: null, signal: undefined },
    );
  return {
    ...folders,
    engine,
    permission,
    ask,
    fired,
    notices: show.notices,
    events: () => fired.map(({ event }) => event),
  };
}
