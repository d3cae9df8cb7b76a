import { join } from "node:path";
import type { AuditSettings } from "../../src/contract/audit.ts";
import { type Written, writeTrail } from "../audit/export/trails.ts";
import { scratch } from "../engine/scratch.ts";
import { cli, type Ended } from "./run-cli.ts";

/** A scratch project whose user has an audit trail. */
export interface AuditPlace extends ReturnType<typeof scratch> {
  /** The audit folder. */
  readonly folder: string;
  /** Writes records as an engine would. */
  record(entries: Iterable<Written>, settings?: Partial<AuditSettings>): Promise<void>;
  /** Runs `hookline audit …` in the project, in universal time. */
  audit(...args: string[]): Promise<Ended>;
}

/** Makes one; hooks and the rest of the team's file as in `scratch`. */
export function auditPlace(hooks?: object, rest: object = {}): AuditPlace {
  const place = scratch(hooks, rest);
  const folder = join(place.home, ".local/state/hookline/audit");
  const env = { ...place.env, TZ: "UTC" };
  return {
    ...place,
    env,
    folder,
    record: (entries, settings) => writeTrail(folder, entries, settings),
    audit: (...args) => cli(["audit", ...args], { cwd: place.project, env }),
  };
}

/** A wrong call: one clear line on stderr, nothing on stdout, exit 1. */
export function mistake({ status, stdout, stderr }: Ended): string {
  const lines = stderr.trimEnd().split("\n");
  return status === 1 && stdout === "" && lines.length === 1
    ? (lines[0] ?? "")
    : JSON.stringify({ status, stdout, stderr });
}
