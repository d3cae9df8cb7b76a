import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Scratch } from "../engine/scratch.ts";
import { cli } from "./run-cli.ts";

/** How a call of `hookline fire` ended, and what it looked at. */
export interface Spied {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Whether the engine was needed: only it looks at the hook files. */
  readonly engine: boolean;
  readonly stats: readonly string[];
}

/** Runs a call of `hookline fire`, and says whether the engine was needed. */
export async function fireSpied(
  place: Scratch,
  args: readonly string[],
  input?: string,
  more: Record<string, string> = {},
): Promise<Spied> {
  const spy = join(import.meta.dirname, "../fixtures/files-read.cjs");
  const env = { ...place.env, ...more, NODE_OPTIONS: `--require ${spy}` };
  const given = { cwd: place.project, env, ...(input !== undefined && { input }) };
  const { status, stdout, stderr } = await cli(args, given);
  const lines = stderr.split("\n").filter((line) => line !== "");
  const after = (word: string) =>
    lines.flatMap((line) => (line.startsWith(word) ? [line.slice(word.length)] : []));
  return {
    status,
    stdout,
    stderr: lines.filter((line) => !/^(?:read|stat) /.test(line)).join("\n"),
    engine: after("read ").some((path) => path.includes("/fire-")),
    stats: after("stat "),
  };
}

/** Where books of quiet events are kept. */
export const bookFolder = ({ home }: Scratch) => join(home, ".local/state/hookline/cache/quiet");

/** What is kept of quiet events: the files, as they are. */
export function books(place: Scratch): string[] {
  try {
    return readdirSync(bookFolder(place)).map((name) => readFileSync(join(bookFolder(place), name), "utf8"));
  } catch {
    return [];
  }
}

/** An answer without what differs from call to call. */
export const same = (text: string) =>
  text
    .replace(/"eventId":"[^"]*"/, "")
    .replaceAll(/"durationMs":[\d.]+/g, "")
    .replaceAll(/\d+ ms/g, "N ms");
