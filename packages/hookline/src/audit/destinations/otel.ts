import type { ExportResult } from "@opentelemetry/core";
import { isObject } from "../../contract/json.ts";
import { createClosableAgents } from "../../system/http/closable-agents.ts";
import type { AuditRecord } from "../record.ts";
import { checkUrl } from "./check-url.ts";
import { DeliveryError, type DestinationServices, defineDestination } from "./destination.ts";
import { checkHeaders, fillHeaders } from "./named-variables.ts";
import { loadPackages } from "./optional-packages.ts";
import { logOf, type OtelScope, spansOf } from "./otel-records.ts";
import { names, words } from "./semantic-names.ts";

const packages = [
  "@opentelemetry/api",
  "@opentelemetry/exporter-logs-otlp-http",
  "@opentelemetry/exporter-trace-otlp-http",
  "@opentelemetry/resources",
] as const;

/** An OpenTelemetry collector, OTLP over HTTP: a log record for each audit record, spans for executions and hooks. */
export const otel = defineDestination({
  type: "otel",
  summary: "an OpenTelemetry collector (OTLP over HTTP): logs for records, spans for tools and hooks",
  fields: {
    endpoint: "string",
    headers: "object?",
    allowedEnvVars: "string[]?",
    serviceName: "string?",
    logs: "boolean?",
    spans: "boolean?",
    arguments: "boolean?",
  },
  identity: ["endpoint"],
  check({ endpoint, headers = {}, allowedEnvVars = [], logs = true, spans = true }) {
    if (!logs && !spans) return `"logs" and "spans" are both false: nothing would be sent; leave one on`;
    return checkUrl("endpoint", endpoint) ?? checkHeaders(headers, allowedEnvVars);
  },
  async open(
    { endpoint, headers = {}, serviceName = "hookline", logs = true, spans = true, ...rest },
    services,
  ) {
    const [{ OTLPLogExporter }, { OTLPTraceExporter }, { resourceFromAttributes }] = await loadPackages(
      "otel",
      packages,
      () =>
        Promise.all([
          import("@opentelemetry/exporter-logs-otlp-http"),
          import("@opentelemetry/exporter-trace-otlp-http"),
          import("@opentelemetry/resources"),
        ]),
    );
    const base = endpoint.replace(/\/+$/, "");
    services.closing.throwIfAborted();
    const agents = createClosableAgents();
    services.closing.addEventListener("abort", agents.close);
    const common = {
      httpAgentOptions: agents.agentOf,
      headers: { ...fillHeaders(headers, services.env) },
      timeoutMillis: services.timeoutMs,
    };
    const logExporter = new OTLPLogExporter({ ...common, url: `${base}/v1/logs` });
    const spanExporter = new OTLPTraceExporter({ ...common, url: `${base}/v1/traces` });
    const scope: OtelScope = {
      resource: resourceFromAttributes({ [names.service]: serviceName }),
      instrumentation: { name: words.scope },
      chainId: services.chainId,
      argumentsOf: (record) => (rest.arguments === true ? argumentsOf(record, services) : null),
    };
    return {
      async send(records) {
        if (logs)
          await exported((done) =>
            logExporter.export(
              records.map((one) => logOf(one, scope)),
              done,
            ),
          );
        const all = spans ? records.flatMap((one) => spansOf(one, scope)) : [];
        if (all.length > 0) await exported((done) => spanExporter.export(all, done));
      },
      async close() {
        await Promise.all([logExporter.shutdown(), spanExporter.shutdown()]);
      },
    };
  },
});

/** The exporters answer by a call; a failure comes with the collector's own words. */
function exported(start: (done: (result: ExportResult) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    start(({ code, error }) => {
      if (code === 0) return resolve();
      const status = error && "code" in error && error.code !== undefined ? ` (${String(error.code)})` : "";
      reject(
        new DeliveryError(
          `the collector did not take the records: ${error?.message ?? "no reason given"}${status}`,
        ),
      );
    });
  });
}

function argumentsOf(record: AuditRecord, { payloadOf }: DestinationServices): string | null {
  const payload = payloadOf(record);
  return isObject(payload) && payload.tool_input !== undefined ? JSON.stringify(payload.tool_input) : null;
}
