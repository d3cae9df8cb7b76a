import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { root } from "../house/pages.ts";

/** What a row of the benchmark has, as far as the tests look at it. */
export interface Row {
  readonly name: string;
  readonly measure: string;
  readonly goal: string;
  readonly met: boolean | null;
  readonly "#"?: number;
  readonly against?: string;
  readonly baseline?: number;
  readonly value?: number;
  readonly ratio?: number;
  readonly share?: number;
  readonly why?: string;
  readonly title?: string;
}

/** A report of the benchmark. */
export interface Report {
  readonly backend: string;
  readonly quick: boolean;
  readonly rows: readonly Row[];
  readonly goals: readonly { readonly "#": number; readonly row: string; readonly met: boolean | null }[];
}

/** The names of a plain module of the repository, which has no types of its own. */
export async function load<T>(path: string): Promise<T> {
  return import(join(root, path));
}

/** Runs the benchmark's command to its end. */
export function bench(args: readonly string[], env: Record<string, string> = {}) {
  return spawnSync(process.execPath, [join(root, "bench/main.mjs"), ...args], {
    encoding: "utf8",
    env: { ...process.env, ...env },
  });
}
