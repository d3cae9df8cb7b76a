import type { DynamicStructuredTool } from "langchain";
import type { SessionFacts } from "../session/facts.ts";
import type { Tell } from "../session/tell.ts";
import type { Person } from "../show/person.ts";
import type { Show } from "../show/show.ts";
import type { Clients } from "./client-book.ts";
import { createElicit } from "./elicit.ts";
import { type McpPrompt, promptsOf } from "./prompts.ts";
import { type McpServer, type StartedEntry, startServer } from "./server.ts";
import { mcpTools } from "./tools.ts";

/** What servers need of the session. */
export interface ConnectOptions {
  readonly tell: Tell;
  readonly person: Person;
  readonly show: Show;
  readonly facts: SessionFacts;
  /** Ends what is being started or asked. */
  readonly signal: AbortSignal;
  /** Filled as servers connect. */
  readonly clients?: Clients;
  /** How long each server may take to start. */
  readonly startMs?: number;
}

/** The servers of a session. */
export interface McpServers {
  /** Each configured server: connected, or why not. */
  states(): readonly {
    readonly name: string;
    readonly source: string;
    readonly tools: number;
    readonly trouble: string | null;
  }[];
  /** What servers want the model to know about them. */
  instructions(): readonly { readonly server: string; readonly text: string }[];
  /** The tools of the servers that are there, as these offer them now. */
  tools(): readonly DynamicStructuredTool[];
  mcpPrompts(): readonly McpPrompt[];
  /** `mcp_server` of a payload: the server that a tool is from, null for any other tool. */
  serverOfTool(toolName: string): { readonly name: string; readonly source: string } | null;
  /** Tells the servers that `facts.directories` has changed. */
  rootsChanged(): Promise<void>;
  /** Ends all of them; settles when none of their processes is left. */
  close(): Promise<void>;
}

/** When nobody is there to press Ctrl-C, a call ends after this long; else the person decides. */
const unattendedMs = 600_000;
const longestTimerMs = 2_147_483_647;

/** Starts all servers side by side; one that cannot start is said in one line, and the others work. Of two with one name the first counts. */
export async function connectServers(
  entries: readonly StartedEntry[],
  options: ConnectOptions,
): Promise<McpServers> {
  const { tell, person, show, facts, signal, clients = Object.create(null), startMs = 10_000 } = options;
  const elicit = createElicit({ tell, person, show, signal });
  const connected = new Map<string, McpServer>();
  const failed = new Map<string, string>();
  const ends = new Map<string, () => Promise<void>>();

  const start = async (entry: (typeof entries)[number]) => {
    const { name } = entry;
    const { ready, link } = startServer(entry, {
      facts,
      elicit,
      signal,
      elicited(server, id) {
        const message = `MCP server "${server}" says that ${id} is complete`;
        void tell("Notification", { message, notification_type: "elicitation_complete" }, signal).catch(
          () => {},
        );
      },
      lost(server) {
        delete clients[name];
        show.notice(
          "warn",
          `MCP server "${name}" is gone: ${server.gone}. Its tools fail until the session starts again.`,
        );
      },
    });
    ends.set(name, link.close);
    try {
      const server = await within(startMs, signal, ready);
      connected.set(name, server);
      ends.set(name, server.close);
      clients[name] = server.client;
    } catch (error) {
      failed.set(name, link.whyNotStarted(error));
      show.notice("warn", `MCP server "${name}" could not start: ${failed.get(name)}`);
      // Not awaited here: a server that will not end must not hold up the others; `close` waits for it.
      void link.close().catch(() => {});
    }
  };
  const distinct = entries.filter(
    ({ name }, index) => entries.findIndex((entry) => entry.name === name) === index,
  );
  await Promise.all(distinct.map(start));

  const all = () => distinct.flatMap(({ name }) => connected.get(name) ?? []);
  const present = () => all().filter(({ gone }) => gone === null);
  const timeoutMs = person.present ? longestTimerMs : unattendedMs;
  let made:
    | { readonly lists: readonly McpServer["tools"][]; readonly tools: ReturnType<typeof mcpTools> }
    | undefined;
  const tools = () => {
    const lists = all().map((server) => server.tools);
    if (!made || lists.some((list, index) => list !== made?.lists[index]))
      made = { lists, tools: mcpTools(all(), { elicit, timeoutMs }) };
    return made.tools;
  };
  return {
    states: () =>
      distinct.map(({ name, source }) => {
        const server = connected.get(name);
        return {
          name,
          source,
          tools: server?.tools.length ?? 0,
          trouble: server ? server.gone : (failed.get(name) ?? null),
        };
      }),
    instructions: () =>
      present().flatMap(({ name, client }) => {
        const text = client.getInstructions();
        return text === undefined ? [] : [{ server: name, text }];
      }),
    tools: () => [...tools().values()].flatMap(({ server, tool }) => (server.gone === null ? [tool] : [])),
    mcpPrompts: () => promptsOf(present()),
    serverOfTool(toolName) {
      const server = tools().get(toolName)?.server;
      return server ? { name: server.name, source: server.source } : null;
    },
    async rootsChanged() {
      await Promise.allSettled(present().map(({ client }) => client.sendRootsListChanged()));
    },
    async close() {
      for (const name of connected.keys()) delete clients[name];
      await Promise.allSettled([...ends.values()].map((end) => end()));
    },
  };
}

/** Does the work, or rejects when the time is up or the signal comes; the work is told by its own signal. */
async function within<T>(
  ms: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(new Error(`it was not ready within ${ms / 1000} s`)), ms);
  const either = AbortSignal.any([signal, late.signal]);
  const stopped = new Promise<never>((_done, stop) => {
    const end = () => stop(either.reason instanceof Error ? either.reason : new Error("it was stopped"));
    if (either.aborted) end();
    else either.addEventListener("abort", end, { once: true });
  });
  try {
    return await Promise.race([stopped, work(either)]);
  } finally {
    clearTimeout(timer);
  }
}
