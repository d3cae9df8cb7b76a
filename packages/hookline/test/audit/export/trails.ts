import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openTrail } from "../../../src/audit/open-trail.ts";
import type { AuditEntry, AuditSettings, AuditTrail } from "../../../src/contract/audit.ts";
import type { Json } from "../../../src/contract/json.ts";
import { removeFolder } from "../../remove-folder.ts";

/** Settings as they are if a hook file says nothing but `"audit": true`. */
export const usualSettings: AuditSettings = {
  required: false,
  onFailure: "continue",
  payloads: "digest",
  chain: "main",
  rotateBytes: 64 * 1024 * 1024,
  checkpointEvery: 256,
  sync: false,
  destinations: [],
};

/** An audit folder that is gone when the test ends. */
export function trailFolder(): string {
  const root = mkdtempSync(join(tmpdir(), "hookline-trail-"));
  onTestFinished(() => removeFolder(root));
  return join(root, "audit");
}

/** What is written to a trail: an entry, and its payload if it has one. */
export type Written = AuditEntry | { readonly entry: AuditEntry; readonly payload: Json };

/** Writes entries to a chain as an engine would, and lets it go. */
export async function writeTrail(
  folder: string,
  entries: Iterable<Written>,
  settings: Partial<AuditSettings> = {},
): Promise<void> {
  const trail = openTrail({ ...usualSettings, ...settings }, folder);
  for (const one of entries) write(trail, one);
  await trail.close();
}

function write(trail: AuditTrail, one: Written): void {
  if ("entry" in one) trail.write(one.entry, one.payload);
  else trail.write(one, undefined);
}
