import { mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { openTrail, type TrailOptions } from "../../src/audit/open-trail.ts";
import type { AuditSettings, AuditTrail, DecisionEntry } from "../../src/contract/audit.ts";
import { removeFolder } from "../remove-folder.ts";

/** The settings of a trail that writes no destinations. */
export const settings: AuditSettings = {
  required: true,
  onFailure: "block",
  payloads: "digest",
  chain: "main",
  rotateBytes: 64 * 1024 * 1024,
  checkpointEvery: 1_000,
  sync: false,
  destinations: [],
};

/** A decision as the engine records it. */
export function decision(number: number, reason = `reason ${number}`): DecisionEntry {
  return {
    kind: "decision",
    actor: { user: "ada", host: "box", pid: 4711, agents: [{ id: "a1", type: "reviewer" }] },
    session: "s1",
    project: "/work/project",
    event: "PreToolUse",
    eventId: `e-${number}`,
    tool: { name: "Bash", kind: "shell", useId: `t-${number}` },
    configuration: "c".repeat(64),
    durationMs: 1.5,
    verdict: number % 3 === 0 ? "deny" : "allow",
    reason,
    halt: false,
    inputDigest: "d".repeat(64),
    rewritten: false,
    hooks: [],
    faults: [],
  };
}

/** An empty audit folder, gone when the test ends. */
export function auditFolder(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "hookline-audit-")));
  onTestFinished(() => removeFolder(root));
  return join(root, "audit");
}

/** Opens a trail that is closed when the test ends. */
export function trail(
  folder: string,
  changes: Partial<AuditSettings> = {},
  options: TrailOptions = {},
): AuditTrail {
  const opened = openTrail({ ...settings, ...changes }, folder, options);
  onTestFinished(() => opened.close());
  return opened;
}

/** A closed trail of so many decisions (behind the record that opens the chain). */
export async function writtenTrail(count: number, changes: Partial<AuditSettings> = {}): Promise<string> {
  const folder = auditFolder();
  const opened = openTrail({ ...settings, ...changes }, folder);
  for (let number = 1; number <= count; number++) opened.write(decision(number), { number });
  await opened.close();
  return folder;
}

/** Changes the lines of a file of records. */
export function editLines(path: string, edit: (lines: string[]) => readonly string[]): void {
  const lines = readFileSync(path, "utf8").split("\n").slice(0, -1);
  writeFileSync(
    path,
    edit(lines)
      .map((line) => `${line}\n`)
      .join(""),
  );
}
