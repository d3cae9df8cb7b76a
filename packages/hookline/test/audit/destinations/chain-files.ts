import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { Cursor } from "../../../src/audit/destinations/cursor.ts";
import { leafHash, noRecord } from "../../../src/audit/record.ts";
import { canonicalJson } from "../../../src/contract/json.ts";
import { removeFolder } from "../../remove-folder.ts";

/** An audit folder with chains that a test writes itself. */
export interface ChainFiles {
  readonly root: string;
  readonly folder: string;
  /** Appends so many records to a chain, each with these fields, and gives their lines. */
  append(count: number, fields?: object, chain?: string): readonly string[];
  /** The cursors of a chain, by destination. */
  cursor(name: string, chain?: string): Cursor;
}

/** Makes an audit folder that is gone when the test ends. */
export function chainFiles(): ChainFiles {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "hookline-ship-")));
  onTestFinished(() => removeFolder(root));
  const folder = join(root, "audit");
  const ends = new Map<string, { seq: number; prev: string }>();
  return {
    root,
    folder,
    append(count, fields = {}, chain = "main") {
      mkdirSync(join(folder, chain), { recursive: true });
      let { seq, prev } = ends.get(chain) ?? { seq: 0, prev: noRecord };
      const lines: string[] = [];
      for (let index = 0; index < count; index++) {
        seq += 1;
        const line = canonicalJson({ ...decision, ...fields, chain, seq, prev, eventId: `event-${seq}` });
        prev = leafHash(line);
        lines.push(line);
      }
      appendFileSync(join(folder, chain, "000001.jsonl"), lines.map((line) => `${line}\n`).join(""));
      ends.set(chain, { seq, prev });
      return lines;
    },
    cursor: (name, chain = "main") =>
      JSON.parse(readFileSync(join(folder, chain, "cursors", `${name}.json`), "utf8")),
  };
}

/** A hook of a decision. */
export const aHook = {
  id: "guard",
  source: "hooks.json:3",
  type: "command",
  mode: "enforce",
  digest: "d".repeat(64),
  status: "ok",
  fault: null,
  failedOpen: false,
  rules: [],
  verdict: "deny",
  reason: "no",
  durationMs: 4,
} as const;

/** A decision about a shell command. */
export const decision = {
  v: 1,
  time: "2026-11-15T09:14:02.123Z",
  mono: 12.5,
  boot: "b",
  payload: null,
  kind: "decision",
  actor: { user: "ada", host: "loom", pid: 42, agents: [{ id: "agent-1", type: "reviewer" }] },
  session: "session-1",
  project: "/home/ada/mill",
  event: "PreToolUse",
  tool: { name: "Bash", kind: "shell", useId: "call-1" },
  configuration: "c".repeat(64),
  durationMs: 10,
  verdict: "deny",
  reason: "that would push by force",
  halt: false,
  inputDigest: "a".repeat(64),
  rewritten: false,
  hooks: [aHook],
  faults: [],
} as const;

/** What then happened to it. */
export const execution = {
  kind: "execution",
  decisionId: "event-1",
  ran: true,
  result: "error",
  outputDigest: "",
  error: "exit 1",
} as const;

/** Pauses that a test can wait for. */
export const quick = { firstMs: 20, mostMs: 50 };
