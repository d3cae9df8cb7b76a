import type { BaseMessage } from "@langchain/core/messages";
import { causesOf, connectionLine, rootOf } from "./connection.ts";

/** What may end a turn, in the words of the StopFailure event. */
export const stopWords = [
  "rate_limit",
  "overloaded",
  "authentication_failed",
  "oauth_org_not_allowed",
  "account_on_hold",
  "verification_required",
  "billing_error",
  "invalid_request",
  "model_not_found",
  "server_error",
  "max_output_tokens",
  "cloud_credential_error",
  "unknown",
] as const;

/** One of them. */
export type StopWord = (typeof stopWords)[number];

/** Why a model did not answer: the word for hooks, and one line for the person. */
export interface ModelFault {
  readonly error: StopWord;
  readonly line: string;
}

/** A mistake in what the person gave (a model's name, a key, a script); its message is the line to show. */
export class ModelError extends Error {
  override readonly name = "ModelError";
  readonly word: StopWord;
  constructor(word: StopWord, message: string) {
    super(message);
    this.word = word;
  }
}

/** What to do about each, in a few words. */
const advice: Readonly<Record<StopWord, string>> = {
  rate_limit: "too many requests: wait a little, or choose another model with --model",
  overloaded: "the service is overloaded: try again in a moment",
  authentication_failed: "the key was refused: check the provider's API key in your environment",
  oauth_org_not_allowed: "your organisation may not use this service: ask its administrator",
  account_on_hold: "the account is on hold: see the provider's console",
  verification_required: "the account must be verified first: see the provider's console",
  billing_error: "the account has no credit or quota left: see the provider's billing page",
  invalid_request: "the service refused the request",
  model_not_found: "there is no such model at this address: check --model and the base URL",
  server_error: "the service failed: try again in a moment",
  max_output_tokens: "the answer reached the model's limit of output tokens: ask for less at once",
  cloud_credential_error: "the cloud credentials were refused: sign in again",
  unknown: "the model's service failed",
};

/** What providers call their errors, in the words of the event. */
const typeWords: ReadonlyMap<string, StopWord> = new Map<string, StopWord>([
  ["rate_limit_error", "rate_limit"],
  ["rate_limit_exceeded", "rate_limit"],
  ["overloaded_error", "overloaded"],
  ["authentication_error", "authentication_failed"],
  ["invalid_api_key", "authentication_failed"],
  ["billing_error", "billing_error"],
  ["insufficient_quota", "billing_error"],
  ["not_found_error", "model_not_found"],
  ["model_not_found", "model_not_found"],
  ["api_error", "server_error"],
  ["server_error", "server_error"],
]);

/** Turns whatever a model's call threw into one word and one clear line; `model` is the name that the person knows. */
export function explainModelError(error: unknown, model?: string): ModelFault {
  const own = causesOf(error).find((cause) => cause instanceof ModelError);
  if (own) return { error: own.word, line: own.message };
  const who = model === undefined ? "the model" : `the model "${model}"`;
  const unreached = connectionLine(error);
  if (unreached !== null) return { error: "server_error", line: `${who} cannot be reached: ${unreached}` };
  const { status, types, said } = factsOf(error);
  const word = wordOf(status, types, said);
  const code = status === null ? "" : ` (HTTP ${status})`;
  const details = said === "" ? "" : `; it says: ${said}`;
  return { error: word, line: `${who} did not answer${code}: ${advice[word]}${details}` };
}

/** The fault of an answer that was cut off at the limit of tokens; null for a whole one. */
export function explainCut(answer: BaseMessage): ModelFault | null {
  const reasons = [answer.response_metadata, answer.additional_kwargs].flatMap((facts) => [
    at(facts, "finish_reason"),
    at(facts, "stop_reason"),
    at(facts, "done_reason"),
  ]);
  const cut = reasons.includes("length") || reasons.includes("max_tokens");
  return cut ? { error: "max_output_tokens", line: advice.max_output_tokens } : null;
}

interface ErrorFacts {
  readonly status: number | null;
  /** Everything that may be the provider's name of the error. */
  readonly types: readonly string[];
  readonly said: string;
}

/** Providers' libraries put the body of the answer, or what was in it, under `error`. */
function factsOf(error: unknown): ErrorFacts {
  const root = rootOf(error);
  const layers = [root, at(root, "error"), at(at(root, "error"), "error")];
  const numbers = [at(root, "status"), at(root, "statusCode"), at(root, "status_code")];
  const texts = layers.map((layer) => at(layer, "message")).concat(at(root, "error"), root);
  return {
    status: numbers.find((value) => typeof value === "number") ?? null,
    types: layers.flatMap((layer) => [at(layer, "type"), at(layer, "code")]).filter(isText),
    said: oneLine(texts.reverse().find((text) => isText(text)) ?? ""),
  };
}

function wordOf(status: number | null, types: readonly string[], said: string): StopWord {
  const own = stopWords.find((word) => types.includes(word));
  if (own) return own;
  const named = types.map((type) => typeWords.get(type)).find((word) => word !== undefined);
  if (/credit balance|insufficient.quota|exceeded your current quota/i.test(said)) return "billing_error";
  if (named) return named;
  if (status === 401 || status === 403) return "authentication_failed";
  if (status === 402) return "billing_error";
  if (status === 404) return "model_not_found";
  if (status === 429) return "rate_limit";
  if (status === 529 || status === 503) return "overloaded";
  if (status !== null && status >= 500) return "server_error";
  return status !== null && status >= 400 ? "invalid_request" : "unknown";
}

/** The first line only: LangChain adds a paragraph with a link. */
function oneLine(text: string): string {
  const line = text.trim().split("\n")[0]?.trim() ?? "";
  const plain = line.replace(/^\d{3} /, "");
  return plain.length > 300 ? `${plain.slice(0, 300)}…` : plain;
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function at(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}
