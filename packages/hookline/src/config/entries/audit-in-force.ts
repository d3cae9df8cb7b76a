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
  const owned = [...own, ...managed].some(({ audit }) => audit?.on);
  const chooses = owned ? wishes.filter((file) => !project.includes(file)) : wishes;
  const wanted = wishes.map(({ audit }) => audit?.wanted ?? {});
  const chosen: Partial<AuditSettings> = Object.assign({}, ...chooses.map(({ audit }) => audit?.wanted));
  const settings: AuditSettings = {
    ...usual,
    ...chosen,
    required: wanted.some(({ required }) => required),
    sync: wanted.some(({ sync }) => sync),
    // Whoever requires a record may say that it is not worth a block; nobody else may say it for them.
    onFailure: wanted.some(
      ({ required, onFailure }) => onFailure === "block" || (required && onFailure !== "continue"),
    )
      ? "block"
      : "continue",
    destinations: wanted.flatMap(({ destinations }) => destinations ?? []),
  };
  const owners = files.filter(({ place }) => place.layer === "user" || place.layer === "managed");
  return {
    settings,
    files: wishes.map(({ shown }) => shown),
    redact: redactedFields(owned ? owners : files),
  };
}

/** The payload fields that are shown and written nowhere: every file adds, none takes away. */
export function redactedFields(files: readonly JudgedFile[]): readonly string[] {
  return [
    ...new Set(files.flatMap(({ said }) => (Array.isArray(said.redact) ? said.redact.map(String) : []))),
  ];
}
