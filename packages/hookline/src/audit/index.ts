/** The audit trail: `hookline/audit`. */
export type { AuditEntry, AuditSettings, AuditTrail } from "../contract/audit.ts";
export { allDestinations } from "./destinations/all.ts";
export { checkDestinations } from "./destinations/check-options.ts";
export {
  DeliveryError,
  type Destination,
  type DestinationServices,
  type DestinationSpec,
  defineDestination,
  type OpenDestination,
  type ShippedRecord,
} from "./destinations/destination.ts";
export { type ShippedLane, type ShippingStatus, shipAll, shippingStatus } from "./destinations/ship-all.ts";
export { type ShippingOptions, startShipping } from "./destinations/start-shipping.ts";
export { type Erasure, erasePayload } from "./erase-payload.ts";
export { csvHeader, csvRow } from "./export/csv.ts";
export { htmlReport, type ReportFrame } from "./export/html-report.ts";
export { ocsfEvent } from "./export/ocsf.ts";
export { recordSentence } from "./export/sentence.ts";
export { summarizer, type TrailSummary } from "./export/summary.ts";
export { listKeys, type PublicKey } from "./keys.ts";
export { openTrail, type Shipping, type TrailOptions } from "./open-trail.ts";
export { chainOrigin } from "./origin.ts";
export { type KeptPayload, readPayload } from "./payloads.ts";
export { listChains } from "./places.ts";
export { checkProof, type InclusionProof, type ProofCheck, parseProof, proveRecord } from "./prove.ts";
export { type RecordFilter, recordFits } from "./query.ts";
export { checkpointIn } from "./query-checkpoint.ts";
export { type ChainGlance, glanceAt } from "./query-status.ts";
export { type FoundRecord, type QueryOptions, queryTrail } from "./query-trail.ts";
export { recordIn } from "./query-whole.ts";
export { type ChainLine, type ReadFrom, type ReadPosition, readChain } from "./read-chain.ts";
export { type AuditRecord, leafHash, type PayloadReference } from "./record.ts";
export type {
  ChainRemark,
  ChainReport,
  ChainStatus,
  ProblemName,
  ReportedKey,
  TrailReport,
  VerifyProblem,
} from "./report.ts";
export { type KeyRotation, rotateKey } from "./rotate-key.ts";
export { publicKeyFrom, verifierKey } from "./signed-note.ts";
export { type VerifyOptions, verifyAll, verifyChain } from "./verify.ts";
