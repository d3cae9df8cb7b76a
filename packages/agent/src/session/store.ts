import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { checkedId, isId, privateFolder, projectSlug } from "./place.ts";
import { readTranscript, transcriptFacts } from "./read-transcript.ts";
import { forThread, readHeader } from "./state-file.ts";

/** What a list shows of a session. */
export interface SessionSummary {
  readonly id: string;
  readonly title: string | null;
  readonly prompt: string | null;
  readonly started: Date;
  readonly lastUsed: Date;
  readonly messages: number;
  /** True if a call waits for an answer. */
  readonly pending: boolean;
  /** Why it cannot be resumed, in one sentence; null if it can. */
  readonly fault: string | null;
}

/** The sessions of one project. */
export interface SessionStore {
  readonly folder: string;
  /** The id for a new session. */
  create(): string;
  /** The ids of all sessions, in no order. */
  ids(): string[];
  /** The sessions in which something was said, the last used first. */
  list(): SessionSummary[];
  /** The id that is meant by `latest`, an id, or the start of one; throws one sentence for none or several. */
  find(which: string): string;
  /** Copies a session as it is now, a pending question included; gives the id of the copy. */
  fork(id: string): string;
  transcriptPath(id: string): string;
  statePath(id: string): string;
  agentTranscriptPath(id: string, agentId: string): string;
  /** Removes what a graph would go on from; the transcript stays. */
  removeState(id: string): void;
  /** Removes a session with all that was said in it. */
  discard(id: string): void;
}

/** Where the sessions of a project are kept. */
export interface SessionStoreOptions {
  readonly stateFolder: string;
  readonly projectDir: string;
}

/** Makes the store of a project's sessions; nothing is written until a session is. */
export function sessionStore({ stateFolder, projectDir }: SessionStoreOptions): SessionStore {
  const folder = join(stateFolder, "sessions", projectSlug(projectDir));
  const pathOf = (id: string, ending: string) => join(folder, `${checkedId(id, "a session")}${ending}`);
  const agentsOf = (id: string) => join(pathOf(id, ""), "subagents");
  const store: SessionStore = {
    folder,
    create: () => randomUUID(),
    ids() {
      const names = existsSync(folder) ? readdirSync(folder) : [];
      return [...new Set(names.map((name) => name.replace(/(\.state)?\.jsonl$/, "")))].filter(
        (id) => isId(id) && (names.includes(`${id}.jsonl`) || names.includes(`${id}.state.jsonl`)),
      );
    },
    list: () =>
      store
        .ids()
        .flatMap((id) => summaryOf(store, id) ?? [])
        .sort((a, b) => b.lastUsed.getTime() - a.lastUsed.getTime()),
    find: (which) => (which === "latest" ? latest(store, projectDir) : byPrefix(store, which, projectDir)),
    fork(id) {
      if (!store.ids().includes(id))
        throw new Error(`there is no session ${JSON.stringify(id)} in ${projectDir}`);
      const copy = store.create();
      const state = forThread(store.statePath(id), copy);
      const agents = existsSync(agentsOf(id)) ? readdirSync(agentsOf(id)) : [];
      copyTranscript(store.transcriptPath(id), store.transcriptPath(copy), id, copy);
      for (const name of agents)
        copyTranscript(join(agentsOf(id), name), join(agentsOf(copy), name), id, copy);
      if (state !== null) writeFileSync(store.statePath(copy), state, { mode: 0o600, flag: "wx" });
      return copy;
    },
    transcriptPath: (id) => pathOf(id, ".jsonl"),
    statePath: (id) => pathOf(id, ".state.jsonl"),
    agentTranscriptPath: (id, agentId) =>
      join(agentsOf(id), `agent-${checkedId(agentId, "a sub-agent")}.jsonl`),
    removeState: (id) => rmSync(store.statePath(id), { force: true }),
    discard(id) {
      for (const ending of [".jsonl", ".state.jsonl", ""])
        rmSync(pathOf(id, ending), { recursive: true, force: true });
    },
  };
  return store;
}

function summaryOf(store: SessionStore, id: string): SessionSummary | null {
  const { started, lastUsed, title, prompt, messages } = transcriptFacts(store.transcriptPath(id));
  if (started === null || lastUsed === null) return null;
  const about = { id, title, prompt, started, lastUsed, messages };
  try {
    return { ...about, pending: readHeader(store.statePath(id))?.pending ?? false, fault: null };
  } catch (error) {
    return { ...about, pending: false, fault: error instanceof Error ? error.message : String(error) };
  }
}

function latest(store: SessionStore, projectDir: string): string {
  const [first] = store.list();
  if (!first) throw new Error(`there is no session in ${projectDir} yet`);
  return first.id;
}

function byPrefix(store: SessionStore, which: string, projectDir: string): string {
  const ids = store.ids();
  if (ids.includes(which)) return which;
  const found = which === "" ? [] : ids.filter((id) => id.startsWith(which)).sort();
  if (found.length > 1)
    throw new Error(
      `${found.length} sessions in ${projectDir} begin with "${which}": ${found.slice(0, 5).join(", ")}` +
        `${found.length > 5 ? ", …" : ""}; give more of the id`,
    );
  if (!found[0]) throw new Error(`no session in ${projectDir} begins with ${JSON.stringify(which)}`);
  return found[0];
}

function copyTranscript(from: string, to: string, id: string, copy: string): void {
  const lines = readTranscript(from).map((entry) =>
    JSON.stringify({
      ...entry,
      sessionId: copy,
      forkedFrom: { sessionId: id, messageUuid: entry.uuid ?? null },
    }),
  );
  privateFolder(dirname(to));
  writeFileSync(to, lines.map((line) => `${line}\n`).join(""), { mode: 0o600, flag: "wx" });
}
