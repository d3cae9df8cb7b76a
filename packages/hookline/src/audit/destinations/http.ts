import { retryAfterMs } from "./backoff.ts";
import { checkUrl } from "./check-url.ts";
import { DeliveryError, defineDestination, type ShippedRecord } from "./destination.ts";
import { checkHeaders, checkVariable, fillHeaders, variable } from "./named-variables.ts";
import { webhookHeaders } from "./webhook-signature.ts";

/** An answer says yes or no; nobody needs a long one. */
const mostAnswerBytes = 4096;

/** An HTTP endpoint that gets signed batches; each is sent again, with the same id, until a 2xx comes back. */
export const http = defineDestination({
  type: "http",
  summary: "an HTTP endpoint: batches by POST, signed as Standard Webhooks, sent again until they are taken",
  fields: {
    url: "string?",
    urlEnv: "string?",
    secretEnv: "string",
    headers: "object?",
    allowedEnvVars: "string[]?",
  },
  identity: ["url", "urlEnv"],
  check({ url, urlEnv, secretEnv, headers = {}, allowedEnvVars = [] }) {
    if ((url === undefined) === (urlEnv === undefined))
      return `the http destination needs one of "url" and "urlEnv" (the variable that holds it)`;
    return (
      (url === undefined ? null : checkUrl("url", url)) ??
      checkVariable("urlEnv", urlEnv) ??
      checkVariable("secretEnv", secretEnv) ??
      checkHeaders(headers, allowedEnvVars)
    );
  },
  open({ url: written, urlEnv = "", secretEnv, headers = {} }, services) {
    const text = written ?? variable(services.env, "urlEnv", urlEnv);
    const problem = checkUrl(`$${urlEnv}`, text);
    if (written === undefined && problem !== null) throw new DeliveryError(problem);
    const url = new URL(text);
    const secret = variable(services.env, "secretEnv", secretEnv);
    const own = fillHeaders(headers, services.env);
    return {
      async send(records, signal) {
        const body = Buffer.from(bodyOf(services.chainId, records));
        const facts = await services.request({
          url,
          headers: {
            ...own,
            "content-type": "application/json",
            ...webhookHeaders(batchId(services.chainId, records), body, secret, Date.now()),
          },
          body,
          deadlineMs: services.timeoutMs,
          cap: mostAnswerBytes,
          reach: services.reach,
          signal,
        });
        if (facts.kind !== "answer") throw new DeliveryError(facts.detail);
        if (facts.status >= 200 && facts.status < 300) return;
        throw new DeliveryError(
          refusal(url, facts.status, facts.body.text),
          retryAfterMs(facts.retryAfter, Date.now()),
        );
      },
      close() {},
    };
  },
});

/** The lines go as they are: a number or a text that was parsed and written again might have another hash. */
function bodyOf(chainId: string, records: readonly ShippedRecord[]): string {
  return `{"chain":${JSON.stringify(chainId)},"records":[${records.map(({ line }) => line).join(",")}]}`;
}

/** Standard Webhooks joins id, time and body with dots: the id has none of its own. */
function batchId(chainId: string, records: readonly ShippedRecord[]): string {
  const chain = chainId.replaceAll(/[^A-Za-z0-9_/-]/g, "_");
  return `${chain}/${records[0]?.record.seq}-${records.at(-1)?.record.seq}`;
}

function refusal(url: URL, status: number, text: string): string {
  const said = text.replaceAll(/\s+/g, " ").trim().slice(0, 200);
  const hint =
    status >= 300 && status < 400
      ? "redirects are not followed; write the address that it leads to"
      : status === 401 || status === 403
        ? "check the secret and the headers"
        : status === 413
          ? "its limit for one request is too low; batches have up to 256 KiB"
          : "the records are kept and sent again";
  return `${url.host} answered ${status}${said === "" ? "" : ` (${said})`}: ${hint}`;
}
