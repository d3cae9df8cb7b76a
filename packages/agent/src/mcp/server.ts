import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import {
  ElicitationCompleteNotificationSchema,
  ElicitRequestSchema,
  ListPromptsResultSchema,
  ListRootsRequestSchema,
  ListToolsResultSchema,
  type Prompt,
  PromptListChangedNotificationSchema,
  type Tool,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { SessionFacts } from "../session/facts.ts";
import type { ServerEntry } from "./config.ts";
import type { Elicit } from "./elicit.ts";
import { type Link, openLink } from "./link.ts";
import { oneAtATime } from "./one-at-a-time.ts";

/** A server that is connected. */
export interface McpServer {
  readonly name: string;
  readonly source: string;
  readonly client: Client;
  /** How many milliseconds one call may take; undefined for the agent's own limit. */
  readonly timeout: number | undefined;
  /** What it offers now; a server may change this. */
  tools: readonly Tool[];
  prompts: readonly Prompt[];
  /** Does a call; what the server asks meanwhile is no longer asked when no call is left. */
  during<T>(call: () => Promise<T>): Promise<T>;
  /** How it ended, null while it is there. */
  gone: string | null;
  /** Why something with it went wrong, in words for the person. */
  why(error: unknown): string;
  close(): Promise<void>;
}

/** What a server may ask of the session, and what the session wants to know of it. */
export interface ServerSurroundings {
  readonly facts: SessionFacts;
  readonly elicit: Elicit;
  /** An elicitation that went on elsewhere (in a browser) is complete. */
  elicited(server: string, id: string): void;
  /** It ended, and nobody asked it to. */
  lost(server: McpServer): void;
  readonly signal: AbortSignal;
}

/** What a server is started from. */
export type StartedEntry = Pick<ServerEntry, "name" | "source" | "config" | "written" | "filled">;

/** More pages than any server has; one that always gives the same page would never end. */
const mostPages = 100;
/** However often a server says that a list has changed: it is read again once in this time. */
const relistMs = 1_000;

/** A server that is being started: `ready` settles when it can be used, `close` ends it at any time. */
export function startServer(
  entry: StartedEntry,
  around: ServerSurroundings,
): { readonly ready: (signal: AbortSignal) => Promise<McpServer>; readonly link: Link } {
  const { name, source, config } = entry;
  const { facts } = around;
  const capabilities = { elicitation: { form: {}, url: {} }, roots: { listChanged: true } };
  const client = new Client({ name: "hookline-agent", version: "0.1.0" }, { capabilities });
  const link = openLink(entry, facts.projectDir);
  let closing = false;
  let calls = 0;
  let noCalls = new AbortController();
  const server: McpServer = {
    name,
    source,
    client,
    timeout: config.timeout,
    tools: [],
    prompts: [],
    gone: null,
    why: link.why,
    async during(call) {
      calls++;
      try {
        return await call();
      } finally {
        if (--calls === 0) {
          noCalls.abort();
          noCalls = new AbortController();
        }
      }
    },
    async close() {
      closing = true;
      await link.close();
      await client.close();
    },
  };
  client.setRequestHandler(ElicitRequestSchema, ({ params }, { signal }) => {
    const signals = [signal, around.signal, ...(calls > 0 ? [noCalls.signal] : [])];
    return around.elicit(name, params, AbortSignal.any(signals));
  });
  client.setRequestHandler(ListRootsRequestSchema, () => ({
    roots: [facts.projectDir, ...facts.directories].map((path) => ({
      uri: pathToFileURL(resolve(facts.projectDir, path)).href,
    })),
  }));
  client.setNotificationHandler(ElicitationCompleteNotificationSchema, ({ params }) =>
    around.elicited(name, params.elicitationId),
  );

  const ready = async (signal: AbortSignal) => {
    await client.connect(link.transport, { signal });
    const listTools = async () => {
      if (client.getServerCapabilities()?.tools) server.tools = await toolsOf(client, signal);
    };
    const listPrompts = async () => {
      if (client.getServerCapabilities()?.prompts) server.prompts = await promptsOf(client, signal);
    };
    await Promise.all([listTools(), listPrompts()]);
    // A list that cannot be read again stays as it was.
    const toolsAgain = oneAtATime(relistMs, async () => {
      server.tools = await toolsOf(client, around.signal).catch(() => server.tools);
    });
    const promptsAgain = oneAtATime(relistMs, async () => {
      server.prompts = await promptsOf(client, around.signal).catch(() => server.prompts);
    });
    client.setNotificationHandler(ToolListChangedNotificationSchema, toolsAgain);
    client.setNotificationHandler(PromptListChangedNotificationSchema, promptsAgain);
    client.onclose = () => {
      server.gone ??= link.end() ?? "the connection was closed";
      if (!closing) around.lost(server);
    };
    return server;
  };
  return { ready, link };
}

// Not `client.listTools`: it compiles every output schema, and one bad schema would take all tools away.
function toolsOf(client: Client, signal: AbortSignal): Promise<readonly Tool[]> {
  return allPages(async (params) => {
    const page = await client.request({ method: "tools/list", params }, ListToolsResultSchema, once(signal));
    return { items: page.tools, next: page.nextCursor };
  });
}

function promptsOf(client: Client, signal: AbortSignal): Promise<readonly Prompt[]> {
  return allPages(async (params) => {
    const page = await client.request(
      { method: "prompts/list", params },
      ListPromptsResultSchema,
      once(signal),
    );
    return { items: page.prompts, next: page.nextCursor };
  });
}

/** The SDK never takes its listener off: a signal that lives for many requests gets a signal per request. */
function once(signal: AbortSignal): { readonly signal: AbortSignal } {
  return { signal: AbortSignal.any([signal]) };
}

async function allPages<T>(
  read: (params: { cursor?: string }) => Promise<{ items: readonly T[]; next: string | undefined }>,
): Promise<readonly T[]> {
  const all: T[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page++) {
    const { items, next } = await read(cursor === undefined ? {} : { cursor });
    all.push(...items);
    if (next === undefined || next === cursor) break;
    cursor = next;
  }
  return all;
}
