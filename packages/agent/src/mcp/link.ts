import { resolve } from "node:path";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { ServerEntry } from "./config.ts";
import { withoutValues } from "./expand.ts";
import { oneLine } from "./plain.ts";
import { stdioTransport } from "./stdio.ts";

/** The way to a server, and what it knows about what went wrong on it. */
export interface Link {
  readonly transport: Transport;
  /** How the server ended and what it said last; null while it runs, and for one on the web. */
  end(): string | null;
  /** Why it did not start, in words for the person. */
  whyNotStarted(error: unknown): string;
  /** Why something with it went wrong later. */
  why(error: unknown): string;
  close(): Promise<void>;
}

/** How long a server on the web may take to hear that the session is over. */
const goodbyeMs = 2_000;

/** Makes the way to a server; nothing is started yet. What it says about trouble holds no value of a variable. */
export function openLink(
  entry: Pick<ServerEntry, "config" | "written" | "filled">,
  projectDir: string,
): Link {
  const link = linkTo(entry, projectDir);
  const hide = (text: string) => withoutValues(text, entry.filled);
  return {
    ...link,
    end() {
      const ended = link.end();
      return ended === null ? null : hide(ended);
    },
    whyNotStarted: (error) => hide(link.whyNotStarted(error)),
    why: (error) => hide(link.why(error)),
  };
}

function linkTo({ config, written }: Parameters<typeof openLink>[0], projectDir: string): Link {
  if (config.type === "stdio") {
    const { command, args, env, cwd = "." } = config;
    const transport = stdioTransport({ command, args, env, cwd: resolve(projectDir, cwd) });
    const withLastWords = (what: string) => {
      const said = transport.said();
      return said === "" ? what : `${what}; it said: ${said}`;
    };
    const end = () => {
      const ended = transport.ended();
      return ended === null ? null : withLastWords(ended);
    };
    return {
      transport,
      end,
      // That the connection is closed says less than how the program ended.
      whyNotStarted: (error) => end() ?? withLastWords(wordsOf(error)),
      why: (error) => end() ?? wordsOf(error),
      close: () => transport.close(),
    };
  }
  const url = new URL(config.url);
  const init = { requestInit: { headers: config.headers } };
  const shown = shownUrl(written.url);
  const words = {
    end: () => null,
    whyNotStarted: (error: unknown) => remoteWords(error, shown, "start"),
    why: (error: unknown) => remoteWords(error, shown, "later"),
  };
  if (config.type === "sse") {
    const transport = new SSEClientTransport(url, init);
    return { transport, ...words, close: () => transport.close() };
  }
  const transport = new StreamableHTTPClientTransport(url, init);
  return {
    // The SDK's class and its own interface differ under `exactOptionalPropertyTypes` in `sessionId` only.
    transport: transport as Transport,
    ...words,
    async close() {
      const goodbye = transport.sessionId === undefined ? undefined : transport.terminateSession();
      const late = new Promise((done) => setTimeout(done, goodbyeMs).unref());
      await Promise.race([goodbye?.catch(() => {}), late]);
      await transport.close();
    },
  };
}

/** What an error says, on one line, without the protocol's numbers. */
export function wordsOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return oneLine(text.replace(/^(MCP error -?\d+: )+/, ""));
}

/** The URL as it is written, without its query and its user, which may be a key. */
function shownUrl(url: unknown): string {
  if (typeof url !== "string") return "its address";
  return oneLine(url.replace(/[?#].*$/s, "").replace(/\/\/[^/]*@/, "//"));
}

function remoteWords(error: unknown, url: string, phase: "start" | "later"): string {
  const text = wordsOf(error);
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === 401 || code === 403 || (error instanceof Error && error.name === "UnauthorizedError"))
    return `${url} refused the access (${code ?? 401}); set its "headers" (Authorization)`;
  if (code === 404 && phase === "start") return `${url} does not know this address (404); check the URL`;
  if (code === 404) return `${url} has forgotten this session (404); start the session again to use it`;
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : undefined;
  const failed = /fetch failed(?:: (.+))?$/.exec(text);
  if (cause === undefined && failed === null) return `${url}: ${text}`;
  const reason =
    cause && "code" in cause ? String(cause.code) : (cause?.message ?? failed?.[1] ?? "no connection");
  return `${url} cannot be reached (${oneLine(reason)}); check the URL, and that the server runs`;
}
