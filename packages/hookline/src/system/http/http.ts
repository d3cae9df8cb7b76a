import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { HttpFacts, HttpRequest } from "../../contract/runner.ts";
import { reachable } from "./addresses.ts";
import { type AttemptEnd, attempt } from "./http-attempt.ts";
import { causeOf } from "./http-cause.ts";
import { AddressRefused, checkedLookup, resolveName } from "./look-up.ts";

/** Sends the requests of hooks. */
export interface HttpClient {
  /** Never rejects, and settles within the request's deadline. */
  request(request: HttpRequest): Promise<HttpFacts>;
  /** Cancels what is under way and closes the kept connections. */
  close(): void;
}

/** A server or a router on the way may forget an idle connection without a word: after this time we do. */
const idleMs = 30_000;

/** As many hooks as run at once: after an event with this many of them none has to connect again. */
const mostIdle = 64;

/** A client with kept-alive connections, one deadline over everything, no redirects and checked addresses. */
export function createHttpClient(resolve = resolveName): HttpClient {
  const agents = new Map<string, HttpAgent>();
  const cancels = new Set<() => void>();
  let closed = false;

  /** A pool of its own for each reach: a kept connection never crosses the rule under which it was made. */
  const agentOf = ({ url, reach }: HttpRequest): HttpAgent => {
    const key = `${url.protocol} ${reach}`;
    let agent = agents.get(key);
    if (!agent) {
      const options = { keepAlive: true, maxFreeSockets: mostIdle, timeout: idleMs };
      agent = url.protocol === "https:" ? new HttpsAgent(options) : new HttpAgent(options);
      agents.set(key, agent);
    }
    return agent;
  };

  const send = (request: HttpRequest, lookup: LookupFunction): Promise<HttpFacts> =>
    new Promise((answer) => {
      let breakOff = () => {};
      let settled = false;
      const settle = (facts: HttpFacts) => {
        settled = true;
        clearTimeout(timer);
        request.signal.removeEventListener("abort", cancel);
        cancels.delete(cancel);
        answer(facts);
      };
      const stop = (facts: HttpFacts) => {
        settle(facts);
        breakOff();
      };
      const cancel = () =>
        stop({ kind: "cancelled", detail: `the request to ${request.url.host} was cancelled` });
      const timer = setTimeout(() => stop(timeout(request)), request.deadlineMs);
      request.signal.addEventListener("abort", cancel, { once: true });
      cancels.add(cancel);

      const start = (agent: HttpAgent | false) => {
        const onEnd = (end: AttemptEnd) => {
          if (settled) return;
          if (end.kind === "answer") settle(end);
          // `false` makes a new connection: another kept one may be as stale as this one was.
          else if (end.stale && agent) start(false);
          else settle(unreached(request.url, end.error));
        };
        try {
          breakOff = attempt(request, { agent, lookup }, onEnd);
        } catch (error) {
          settle(unreached(request.url, error));
        }
      };
      start(agentOf(request));
    });

  return {
    async request(request) {
      if (closed) return { kind: "cancelled", detail: "the HTTP client is closed" };
      if (request.signal.aborted)
        return { kind: "cancelled", detail: "cancelled before the request was sent" };
      const refused = refusal(request);
      if (refused) return unreached(request.url, refused);
      return send(request, checkedLookup(resolve, request.reach));
    },
    close() {
      closed = true;
      for (const cancel of cancels) cancel();
      for (const agent of agents.values()) agent.destroy();
    },
  };
}

/** Addresses in URLs that were within reach: what an address is does not change. */
const withinReach = new Set<string>();
const mostRemembered = 256;

/** A URL with an address in it needs no look-up, so it is checked here. */
function refusal({ url, reach }: HttpRequest): Error | null {
  if (url.protocol !== "http:" && url.protocol !== "https:")
    return new Error(`only http and https can be used, not ${url.protocol.slice(0, -1)}`);
  const known = `${reach} ${url.hostname}`;
  if (withinReach.has(known)) return null;
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) === 0) return null;
  if (!reachable(host, reach, host)) return new AddressRefused(host, host);
  if (withinReach.size >= mostRemembered) withinReach.clear();
  withinReach.add(known);
  return null;
}

function unreached(url: URL, error: unknown): HttpFacts {
  return { kind: "unreached", detail: `cannot reach ${url.host}: ${causeOf(error)}` };
}

function timeout({ url, deadlineMs }: HttpRequest): HttpFacts {
  return { kind: "timeout", detail: `no complete answer from ${url.host} within ${deadlineMs / 1000} s` };
}
