import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Scratch } from "../engine/scratch.ts";

/** The root of the repository. */
export const root = resolve(import.meta.dirname, "../../../..");

/** The command line's entry. */
export const bin = join(root, "packages/hookline/bin/hookline.cjs");

/** The text of a document. */
export function page(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

/** The part of a document under a heading. */
export function section(file: string, heading: string): string {
  const part = page(file)
    .split(/^## /m)
    .find((text) => text.startsWith(`${heading}\n`));
  if (part === undefined) throw new Error(`${file} has no heading "${heading}"`);
  return part;
}

/** The fenced blocks of one language in a text, in order. */
export function blocks(text: string, language: string): string[] {
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))].map(
    ([, body]) => body ?? "",
  );
}

/** Writes the hook file of a text and the scripts that it names: a line with the path, then the block. */
export function copyInto({ write }: Pick<Scratch, "write">, text: string): void {
  const [hookFile] = blocks(text, "json");
  if (hookFile !== undefined) write(".hookline/hooks.json", hookFile);
  for (const [, path = "", body = ""] of text.matchAll(/^`([^`\n]+)`:\n\n```\w+\n(.*?)^```$/gms)) {
    const file = write(path, body);
    if (body.startsWith("#!")) chmodSync(file, 0o755);
  }
}

/**
 * Types the commands of a transcript into a shell, one by one, and gives back what a terminal would show, without what is another one each
 * time: times are `N ms`, and folders are those of the pages.
 */
export function replay(
  { project, home, env }: Scratch,
  transcript: string,
): { shown: string; expected: string } {
  const lines = [...transcript.matchAll(/^\$ (.*)$/gm)].map(([, line]) => line ?? "");
  let status = 0;
  let shown = "";
  for (const line of lines) {
    const script = `exec 2>&1; hookline() { node "$HOOKLINE_BIN" "$@"; }; (exit ${status}); ${line}`;
    const ended = spawnSync("sh", ["-c", script], {
      cwd: project,
      encoding: "utf8",
      env: { ...env, HOOKLINE_BIN: bin },
    });
    status = ended.status ?? 1;
    shown += `$ ${line}\n${ended.stdout}`;
  }
  shown = shown.replaceAll(project, "/home/me/app").replaceAll(home, "/home/me");
  return { shown: timeless(shown), expected: timeless(transcript) };
}

function timeless(text: string): string {
  return text
    .replaceAll(/ *\b\d+(?:\.\d+)? ms\b/g, " N ms")
    .replaceAll(/\b\d+\.\d s\b/g, "N s")
    .replaceAll(/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+Z)?/g, "TIME")
    .replaceAll(/^\d\d:\d\d:\d\d\b/gm, "TIME")
    .replaceAll(/\buntil [\d: -]+, by [^:\n]+:/g, "until TIME, by WHOM:")
    .replaceAll(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "ID");
}

/** A transcript of the audit without what is another one each time: times, keys and hashes. */
export function steady(text: string): string {
  return text
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, "TIME")
    .replaceAll(/[\w+/]{12}…/g, "KEY…")
    .replaceAll(/\b[0-9a-f]{64}\b/g, "HASH");
}
