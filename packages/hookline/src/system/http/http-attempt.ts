import { type Agent, request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import type { Captured } from "../../contract/run.ts";
import type { HttpRequest } from "../../contract/runner.ts";
import { createBody } from "./http-body.ts";
import { codeOf } from "./http-cause.ts";

/** How one attempt ended; `stale` if a kept connection turned out to be closed before anything was answered. */
export type AttemptEnd =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly body: Captured;
      readonly retryAfter?: string;
    }
  | { readonly kind: "failed"; readonly error: unknown; readonly stale: boolean };

/** Sends the request once and reports its end once; gives the function that breaks it off. */
export function attempt(
  request: HttpRequest,
  way: { readonly agent: Agent | false; readonly lookup: LookupFunction },
  report: (end: AttemptEnd) => void,
): () => void {
  const outgoing = (request.url.protocol === "https:" ? httpsRequest : httpRequest)(request.url, {
    method: "POST",
    headers: {
      ...request.headers,
      "accept-encoding": "identity",
      "content-length": request.body.byteLength,
    },
    ...way,
  });
  let response: IncomingMessage | undefined;
  let bytesBefore = 0;
  let reported = false;
  const end = (how: AttemptEnd) => {
    if (reported) return;
    reported = true;
    report(how);
  };
  const fail = (error: unknown) => {
    const silent = !response && outgoing.socket?.bytesRead === bytesBefore;
    const closed = ["ECONNRESET", "EPIPE"].includes(codeOf(error));
    end({ kind: "failed", error, stale: outgoing.reusedSocket && silent && closed });
  };

  outgoing.on("socket", (socket) => {
    bytesBefore = socket.bytesRead;
  });
  outgoing.on("response", (incoming) => {
    response = incoming;
    const body = createBody(request.cap);
    const later = incoming.headers["retry-after"];
    const answer = () =>
      end({
        kind: "answer",
        status: incoming.statusCode ?? 0,
        body: body.captured(),
        ...(later !== undefined && { retryAfter: later }),
      });
    incoming.on("data", (chunk: Buffer) => {
      if (body.add(chunk)) return;
      answer();
      outgoing.destroy();
    });
    incoming.on("end", () => {
      answer();
      // A server may answer before it has read all; the rest would hold the connection for ever.
      if (!outgoing.writableFinished) outgoing.destroy();
    });
    incoming.on("error", fail);
    incoming.on("close", () => fail(new Error("the connection was closed in the middle of the answer")));
  });
  outgoing.on("error", (error) => {
    // The server may have closed after a complete answer that is still being read.
    if (!response?.complete) fail(error);
  });
  outgoing.on("close", () => {
    if (!response) fail(new Error("the connection was closed without an answer"));
  });
  outgoing.end(request.body);
  return () => outgoing.destroy();
}
