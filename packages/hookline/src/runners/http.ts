import type { ApprovedHook } from "../contract/hook.ts";
import { redactText } from "../contract/redact.ts";
import { faultRun, silence } from "../contract/run.ts";
import { defineRunner, type HttpRequest } from "../contract/runner.ts";
import { allowsUrl } from "./allowed-url.ts";
import { capBytes, capturedText } from "./captured-text.ts";
import { checkHeaders, type FilledHeaders, fillHeaders } from "./header-values.ts";

/** An endpoint that gets the payload by POST and answers with JSON. */
export const http = defineRunner({
  type: "http",
  summary: "an HTTP endpoint that gets the payload by POST",
  fields: { url: "string", headers: "object?", allowedEnvVars: "string[]?" },
  describes: {
    url: "Where the event is sent to by POST; it answers with JSON.",
    headers: "Headers; $NAME stands for a variable that allowedEnvVars names.",
    allowedEnvVars: "Variables that headers may use.",
  },
  identity: ["url", "headers"],
  passes: "allowedEnvVars",
  check({ url, headers }) {
    return checkUrl(url) ?? (headers ? checkHeaders(headers) : null);
  },
  async run(hook, { url: text, headers = {}, allowedEnvVars = [] }, call) {
    const { services } = call;
    const url = urlOf(text);
    if (typeof url === "string") return faultRun("spawn", url);
    if (!services.allowedUrls.every((patterns) => allowsUrl(patterns, url)))
      return faultRun(
        "spawn",
        `"allowedHttpHookUrls" does not allow ${url.origin}${url.pathname}: nothing was sent`,
      );
    // Without headers of its own it needs nothing of the environment.
    const filled =
      Object.keys(headers).length === 0
        ? noHeaders
        : fillHeaders(headers, call.env, [allowedEnvVars, ...services.allowedHeaderVariables]);
    if (filled.problem) return faultRun("spawn", `${filled.problem}: nothing was sent`);

    const started = performance.now();
    const facts = await services.request({
      url,
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        ...filled.headers,
        "x-hookline-event-id": call.event.id,
        "x-hookline-depth": String(call.event.depth),
      },
      body: call.bytes,
      deadlineMs: call.deadlineMs,
      cap: capBytes,
      reach: reachOf(hook),
      signal: call.signal,
    });
    const durationMs = performance.now() - started;
    const stderr = filled.notes.length === 0 ? silence : capturedText(filled.notes.join("\n"));
    if (facts.kind !== "answer") {
      const fault = facts.kind === "unreached" ? "spawn" : facts.kind;
      return { ...faultRun(fault, facts.detail, durationMs), stderr };
    }
    return { end: { kind: "http", status: facts.status }, stdout: facts.body, stderr, durationMs, left: [] };
  },
});

/** Somebody who opens a project must not have their own network searched by its hooks. */
function reachOf(hook: ApprovedHook): HttpRequest["reach"] {
  const { layer } = hook.source;
  return layer === "user" || layer === "managed" || layer === "code" ? "any" : "public-and-literal-loopback";
}

const noHeaders: FilledHeaders = { headers: {}, notes: [], problem: null };

function checkUrl(text: string): string | null {
  const url = urlOf(text);
  return typeof url === "string" ? url : null;
}

/** The URL, or a sentence that says what is wrong with it. */
function urlOf(text: string): URL | string {
  if (!URL.canParse(text))
    return `"${redactText(text)}" is not a URL: write all of it, such as https://example.com/hook`;
  const url = new URL(text);
  if (url.protocol === "http:" || url.protocol === "https:") return url;
  return `"${redactText(text)}" must begin with http:// or https://, not with ${url.protocol}`;
}
