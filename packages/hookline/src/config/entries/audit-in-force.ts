import type { AuditSettings } from "../../contract/audit.ts";
import type { Layer } from "../../contract/hook.ts";
import { native } from "../../dialects/native.ts";
import type { JudgedFile } from "./judge-file.ts";

/** The audit trail that is in force, and the files that say so. */
export interface AuditInForce {
  readonly settings: AuditSettings;
  readonly files: readonly string[];
  /** Payload fields that are not written: those of the files that want the trail, so that a project cannot empty its user's. */
  readonly redact: readonly string[];
}

const usual = {
  required: false,
  payloads: "digest",
  chain: "main",
  rotateBytes: 64 * 1024 * 1024,
  checkpointEvery: 256,
  sync: false,
  destinations: [],
} as const satisfies Partial<AuditSettings>;

/** What the files together say about the audit: a project can switch one on and make it stricter, never take away what its user or the machine wants. */
export function auditInForce(files: readonly JudgedFile[]): AuditInForce | null {
  const saying = files.filter(({ audit, place }) => audit !== null && place.dialect.name === native.name);
  const of = (layer: Layer) => saying.filter(({ place }) => place.layer === layer);
  const managed = of("managed");
  const [own, project] = [of("user"), [...of("team"), ...of("local")]];
  const decides =
    managed.length > 0 ? managed : own.some(({ audit }) => audit?.on) ? own : [...own, ...project];
  const on = decides.at(-1)?.audit?.on ?? false;
  // A project that wants a trail gets one, unless the machine's owner has said that there is none.
  if (!on) return null;
  const wishes = [...project, ...own, ...managed].filter(({ audit }) => audit?.on);
  const wanted = wishes.map(({ audit }) => audit?.wanted ?? {});
  const merged: Partial<AuditSettings> = Object.assign({}, ...wanted);
  const required = wanted.some((one) => one.required);
  const block = wanted.some((one) => one.onFailure === "block");
  const settings: AuditSettings = {
    ...usual,
    ...merged,
    required,
    sync: wanted.some((one) => one.sync),
    onFailure: block || (required && merged.onFailure !== "continue") ? "block" : "continue",
    destinations: wanted.flatMap((one) => one.destinations ?? []),
  };
  const owners = files.filter(({ place }) => place.layer === "user" || place.layer === "managed");
  const wantedByOwner = owners.some(({ audit }) => audit?.on);
  return {
    settings,
    files: wishes.map(({ shown }) => shown),
    redact: redactedFields(wantedByOwner ? owners : files),
  };
}

/** The payload fields that are shown and written nowhere: every file adds, none takes away. */
export function redactedFields(files: readonly JudgedFile[]): readonly string[] {
  return [
    ...new Set(files.flatMap(({ said }) => (Array.isArray(said.redact) ? said.redact.map(String) : []))),
  ];
}
