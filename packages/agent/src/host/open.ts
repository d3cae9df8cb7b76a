import { resolve } from "node:path";
import type { Engine } from "hookline";
import { loadInstructions } from "../instructions/load.ts";
import { clientBook } from "../mcp/client-book.ts";
import { openServers } from "../mcp/open-servers.ts";
import type { AgentOptions } from "../options.ts";
import { openAlways } from "../permission/always.ts";
import { createPermission } from "../permission/decide.ts";
import { guardHooks } from "../permission/guarded-files.ts";
import { folderPath } from "../permission/working-folders.ts";
import { SessionCheckpointer } from "../session/checkpointer.ts";
import type { SessionFacts } from "../session/facts.ts";
import { homeFolder } from "../session/home-folder.ts";
import { stateFolder as stateFolderOf } from "../session/place.ts";
import { transcriptFacts } from "../session/read-transcript.ts";
import { sessionStore } from "../session/store.ts";
import { createTell } from "../session/tell.ts";
import { createHookLog } from "../show/hook-log.ts";
import { withoutSecrets } from "../show/without-secrets.ts";
import { codingTools } from "../tools/all.ts";
import { watchFiles } from "../watch/files.ts";
import { leaveWorktree } from "../worktree/leave.ts";
import type { Worktree } from "../worktree/worktree.ts";
import { chosenModel, modelsOfAgents } from "./agent-models.ts";
import { chooseSession, firstFacts, startFolder } from "./first-facts.ts";
import type { Env, Host } from "./host.ts";
import { checkHooks, openEngine } from "./open-engine.ts";
import { openSettings } from "./open-settings.ts";
import { worktreeFor } from "./open-worktree.ts";
import { createRecorder } from "./recorder.ts";
import { openSurface, type Surface } from "./streams.ts";
import { createTold } from "./told.ts";
import { toolContext } from "./tool-context.ts";
import { createUnderWay } from "./under-way.ts";
import type { Undo } from "./undo.ts";
import { watchSettings } from "./watch-settings.ts";

/** An open session, and what it takes to close it. */
export interface Opened {
  readonly host: Host;
  readonly surface: Surface;
  readonly worktree: Worktree | null;
  /** How it begins: anew, or where it was left. */
  readonly source: "startup" | "resume" | "fork";
}

/** Opens what a session is made of, and notes how to take each part back. */
export async function open(
  options: AgentOptions,
  env: Env,
  systemRoot: string,
  interrupt: () => void,
  undo: Undo,
): Promise<Opened> {
  const home = homeFolder(env);
  const started = startFolder(options.cwd);
  const stateFolder = stateFolderOf(env);
  const ending = new AbortController();
  const { signal } = ending;
  const hooks: { engine?: Engine } = {};
  const surface = openSurface(options, env, () => hooks.engine?.hooks ?? [], interrupt);
  const { person } = surface;
  const show = withoutSecrets(surface.show, () => hooks.engine?.redactor);
  undo.push(() => {
    ending.abort();
    show.close();
    person.close?.();
  });
  // What can be wrong without looking anywhere is told before anything is begun.
  const named = (options.script ?? options.model) ? await chosenModel(options, null, env) : null;

  const store = sessionStore({ stateFolder, projectDir: started });
  const { id, source } = chooseSession(options, store);
  if (source === "fork") undo.push(() => store.discard(id));
  const checkpointer = new SessionCheckpointer({ ...store, onFault: (text) => show.notice("error", text) });
  undo.push(() => checkpointer.close());
  checkpointer.hold(id);

  let host: Host;
  const book = clientBook();
  const wakes: string[] = [];
  const engine = await openEngine({
    options,
    env,
    cwd: started,
    sessionId: id,
    mcp: book.caller,
    model: () => host.model,
    judgeTools: () => host.tools.filter(({ name }) => ["read_file", "ls", "glob", "grep"].includes(name)),
    wake: (reason) => {
      wakes.push(reason);
      host?.rouse();
    },
    systemRoot,
  });
  undo.push(() => engine.close());
  hooks.engine = engine;
  const hookLog = createHookLog();
  const underWay = createUnderWay();
  engine.listen((notice) => underWay.afterShown(() => show.hook(notice)));
  engine.listen(hookLog.hear);
  checkHooks(engine, show);
  const guards = guardHooks(engine);

  const first = firstFacts(options, started, id, store.transcriptPath(id));
  const worktree = await worktreeFor(options, engine, first, show, env);
  if (worktree)
    undo.push(() => leaveWorktree(worktree, { tell: createTell(engine, first, () => {}), show, env }));
  const facts: SessionFacts = worktree ? { ...first, projectDir: worktree.path, cwd: worktree.path } : first;
  facts.title = transcriptFacts(facts.transcriptPath).title;

  const settingsParts = { options, env, home, systemRoot, facts, stateFolder, person, show, signal };
  const { settings, servers } = await openSettings(settingsParts);
  const always = openAlways({ stateFolder, projectDir: facts.projectDir });
  const kept = always.kept("project");
  facts.mode = options.permissionMode ?? kept.defaultMode ?? settings.defaultMode ?? "default";
  const folders = [...settings.additionalDirectories, ...kept.additionalDirectories];
  facts.directories = [
    ...folders.map((folder) => folderPath(folder, facts.projectDir, home)),
    ...options.addDir.map((folder) => startFolder(resolve(started, folder))),
  ];
  const model = named ?? (await chosenModel(options, settings.model, env));
  facts.model = model.name;
  const agentModels = await modelsOfAgents(settings, model, env);

  const pending: string[] = [];
  const told = createTold({
    facts,
    show,
    follow: (decision) => host?.fileWatch?.follow(decision),
    envFiles: (files) => {
      if (host) host.envFiles = files;
    },
    titled: (title) => host?.recorder?.note("title", { title }),
    add: (when, text) => {
      if (when === "prompt") pending.push(text);
      else host?.nested.push(Promise.resolve(text));
    },
  });
  const tell = createTell(engine, facts, told);
  const parts = {
    options,
    env,
    home,
    facts,
    engine,
    tell,
    show,
    person,
    store,
    checkpointer,
    settings,
    agentModels,
    model,
    told,
    ending,
    pending,
    wakes,
    hookLog,
  };
  const permission = createPermission({
    ...parts,
    ...guards(servers, facts.projectDir),
    stateFolder,
    rules: settings.rules,
    always,
    mayBypass: facts.mode === "bypassPermissions",
  });
  for (const problem of permission.problems) show.notice("warn", problem);
  const about = { tell, person, show, facts, signal, clients: book.clients };
  const connecting = openServers(servers, about);
  undo.push(async () => {
    ending.abort();
    await (await connecting).close();
  });
  const mcp = await connecting;
  const recorder = createRecorder(facts, store, tell, (context) => void pending.push(...context));
  host = {
    ...parts,
    permission,
    mcp,
    recorder,
    underWay,
    tools: codingTools(toolContext(() => host)),
    instructions: await loadInstructions({ facts, tell, show, home, env }),
    fileWatch: watchFiles({ engine, facts, tell, show }),
    configWatch: { settle: async () => {}, close: async () => {} },
    nested: [],
    envFiles: [],
    stale: false,
    rouse: () => {},
  };
  return {
    host: Object.assign(host, { configWatch: watchSettings(() => host, settingsParts) }),
    surface,
    worktree,
    source,
  };
}
