import type { ServerResponse } from "node:http";
import type { JsonObject } from "../../src/index.ts";
import { bodyOf, serveHttp } from "../system/loopback-server.ts";

/** A request that a hook's endpoint got. */
export interface Posted {
  readonly method: string;
  readonly path: string;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

/** An endpoint that does what a record's id says. */
export interface Endpoint {
  readonly host: string;
  readonly posted: readonly Posted[];
  close(): Promise<void>;
}

const specific = (hookEventName: string, rest: JsonObject) =>
  JSON.stringify({ hookSpecificOutput: { hookEventName, ...rest } });
const deny = specific("PreToolUse", { permissionDecision: "deny", permissionDecisionReason: "http deny" });

const json =
  (body: string, status = 200) =>
  (response: ServerResponse) => {
    response.writeHead(status, { "content-type": "application/json" }).end(body);
  };

/** What the server of each record does; where a body is not in the record, one that fits its id and its table. */
const behaviours: { readonly [id: string]: (response: ServerResponse) => void } = {
  "i/200-deny": json(deny),
  "i/200-deny-text-plain": (response) =>
    void response.writeHead(200, { "content-type": "text/plain" }).end(deny),
  "i/200-empty": (response) => void response.writeHead(200).end(),
  "i/200-invalid-json": json('{"hookSpecificOutput": '),
  "i/302-redirect": (response) => void response.writeHead(302, { location: "/elsewhere" }).end(),
  "i/500": json(deny, 500),
  "i/5MB-body": json(JSON.stringify({ suppressOutput: true, padding: "p".repeat(5_000_000) })),
  "i/continue-false": json(JSON.stringify({ continue: false, stopReason: "http stop" })),
  "i/post-block": json(JSON.stringify({ decision: "block", reason: "http post block" })),
  "i/sessionstart-ctx": json(specific("SessionStart", { additionalContext: "HTTP-CTX" })),
  "i/timeout1": () => {},
  "i/conn-reset": (response) => void response.socket?.destroy(),
};

/** Starts the endpoint of a record; null for records that have none. */
export async function openEndpoint(id: string): Promise<Endpoint | null> {
  const behave = behaviours[id];
  if (!behave) return null;
  const posted: Posted[] = [];
  const server = await serveHttp(async (request, response) => {
    const body = await bodyOf(request);
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    posted.push({ method: request.method ?? "", path: request.url ?? "", headers, body });
    behave(response);
  });
  return { host: server.url.host, posted, close: server.close };
}
