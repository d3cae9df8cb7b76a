import type { Fields, FieldsType } from "../../contract/fields.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { HttpFacts, HttpRequest } from "../../contract/runner.ts";
import type { AuditRecord } from "../record.ts";

/** A record on its way: the exact line of the chain, what it says, and its leaf hash. */
export interface ShippedRecord {
  readonly line: string;
  readonly hash: string;
  readonly record: AuditRecord;
}

/** What destinations may use of the world. */
export interface DestinationServices {
  readonly env: { readonly [name: string]: string | undefined };
  /** Never rejects; follows no redirects. */
  request(request: HttpRequest): Promise<HttpFacts>;
  /** Which addresses may be reached over HTTP. */
  readonly reach: HttpRequest["reach"];
  /** The audit folder. */
  readonly folder: string;
  /** What tells this chain from every other, also from those of other machines. */
  readonly chainId: string;
  /** How long one delivery may take. */
  readonly timeoutMs: number;
  /** Aborts when the destination is given up, also while it opens: what it holds must not keep the process alive. */
  readonly closing: AbortSignal;
  /** The payload of a record, where payloads are kept and it is still there. */
  payloadOf(record: AuditRecord): unknown;
}

/** A destination that is ready to take records. */
export interface OpenDestination {
  /** Resolves once the records are safe at the other end; they come again if it rejects. */
  send(records: readonly ShippedRecord[], signal: AbortSignal): Promise<void>;
  close(): Promise<void> | void;
}

/** What every kind of destination says of itself. */
interface DestinationRow {
  readonly type: string;
  readonly summary: string;
  /** The options that make two destinations the same: what was acknowledged is remembered for these. */
  readonly identity: readonly string[];
}

/** One kind of place that records can go to. */
export interface Destination extends DestinationRow {
  readonly fields: Fields;
  /** What is wrong with the options beyond their types: a sentence that says what to do, or null. */
  check?(options: JsonObject): string | null;
  open(options: JsonObject, services: DestinationServices): Promise<OpenDestination> | OpenDestination;
}

/** A destination whose functions see its options with the types that the field words name. */
export interface DestinationSpec<F extends Fields> extends DestinationRow {
  readonly fields: F;
  check?(options: FieldsType<F>): string | null;
  open(options: FieldsType<F>, services: DestinationServices): Promise<OpenDestination> | OpenDestination;
}

/** Declares a kind of destination; its options are tested against the field words before it is opened. */
export function defineDestination<const F extends Fields>(spec: DestinationSpec<F>): Destination {
  return spec;
}

/** Why records were not taken; `retryAfterMs` if the other end said when to come again. */
export class DeliveryError extends Error {
  readonly retryAfterMs: number | null;
  constructor(message: string, retryAfterMs: number | null = null) {
    super(message);
    this.name = "DeliveryError";
    this.retryAfterMs = retryAfterMs;
  }
}
