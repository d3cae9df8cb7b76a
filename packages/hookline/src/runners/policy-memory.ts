import { join } from "node:path";
import { jsonOf } from "../contract/json.ts";
import type { LeftFile } from "../policy/accesses/left-files.ts";
import { appendBounded, boundedLines } from "../system/bounded-log.ts";
import { sha256 } from "../system/digest.ts";
import type { PolicyCall } from "./policy-call.ts";

/** The files that the calls of one session wrote, and whether it made them. */
export interface SessionFiles {
  readonly files: ReadonlyMap<string, boolean>;
  /** Adds what an event leaves behind; gives the sentence that says why other processes will not know of it, once. */
  add(left: readonly LeftFile[]): string | null;
}

/** So many paths are remembered of one session, the newest; so many sessions at once; so much of their files. */
const mostPaths = 2000;
const mostSessions = 20;
const mostBytes = 256 * 1024;

type Book = Map<string, SessionFiles>;

/** One book for each engine: hooks of other dialects get copies of its services, but the same judgements. */
const books = new WeakMap<object, Book>();

/** What a session wrote so far: also in other processes, since each `hookline fire` is one. */
export function sessionFiles(services: PolicyCall["services"], sessionId: string): SessionFiles {
  const book: Book = books.get(services.judgements) ?? new Map();
  books.set(services.judgements, book);
  const known = book.get(sessionId);
  if (known) return known;
  const [oldest] = book.keys();
  if (oldest !== undefined && book.size >= mostSessions) book.delete(oldest);
  const path = services.rehearse ? null : pathOf(services.stateFolder, sessionId);
  const made = openFiles(path, services.later);
  book.set(sessionId, made);
  return made;
}

function pathOf(stateFolder: string, sessionId: string): string {
  return join(stateFolder, "sessions", `${sha256(sessionId).slice(0, 32)}.files`);
}

function openFiles(path: string | null, later: PolicyCall["services"]["later"]): SessionFiles {
  const files = new Map<string, boolean>();
  let told = false;
  const keep = (file: string, made: boolean): boolean => {
    const before = files.get(file);
    const now = made || before === true;
    // What is named again is young again.
    files.delete(file);
    files.set(file, now);
    const [oldest] = files.keys();
    if (files.size > mostPaths && oldest !== undefined) files.delete(oldest);
    return before !== now;
  };
  for (const line of path === null ? [] : boundedLines(path)) {
    const value = jsonOf(line);
    if (!Array.isArray(value)) continue;
    const [file, made] = value;
    if (typeof file === "string") keep(file, made === true);
  }
  return {
    files,
    add(left) {
      const lines = left
        .flatMap((one) => meant(one, files))
        .filter(([file, made]) => keep(file, made))
        .map((row) => JSON.stringify(row));
      if (lines.length === 0 || path === null) return null;
      const write = () => appendBounded(path, lines.join("\n"), mostBytes);
      try {
        if (later) later(write);
        else write();
        return null;
      } catch (error) {
        if (told) return null;
        told = true;
        return `what is written cannot be remembered for later processes: ${String(error)}`;
      }
    },
  };
}

const systemProgram = /^\/(?:usr\/)?(?:local\/)?s?bin\//;

/** A copy was made by whoever made the original, and a folder brings what is in it. */
function meant(
  { path, made, from }: LeftFile,
  files: ReadonlyMap<string, boolean>,
): readonly (readonly [string, boolean])[] {
  if (from === undefined) return [[path, made]];
  const inside = [...files].filter(([file]) => file.startsWith(`${from}/`));
  return [
    [path, files.get(from) === true || systemProgram.test(from)],
    ...inside.map(([file, own]) => [`${path}${file.slice(from.length)}`, own] as const),
  ];
}
