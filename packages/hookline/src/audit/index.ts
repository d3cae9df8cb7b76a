/** The audit trail: `hookline/audit`. */
export type { AuditEntry, AuditSettings, AuditTrail } from "../contract/audit.ts";
