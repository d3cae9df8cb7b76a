import { type Hook, startsCommand } from "../../contract/hook.ts";
import type { JsonObject } from "../../contract/json.ts";
import { type CommandNames, commandNames } from "./command-names.ts";
import { type NamedWord, namedWords } from "./named-words.ts";

/** What an entry names, as words. */
export type EntryNames = CommandNames;

/** Where an entry would start. */
export interface EntryPlace {
  readonly projectDir: string;
  readonly home: string;
  readonly start: string;
  /** What `git rev-parse --show-toplevel` would say there. */
  readonly gitTop: string;
}

interface Known {
  readonly key: string;
  readonly env: Hook["env"];
  readonly names: EntryNames;
}

/** Entries are asked for on every event, and do not change. */
const known = new WeakMap<JsonObject, Known>();

/** The words of an entry that may name files: as they stand there, and as a shell would make them. */
export function entryNames(hook: Hook, texts: readonly string[], place: EntryPlace): EntryNames {
  const key = JSON.stringify([texts, place]);
  const before = known.get(hook.entry);
  if (before?.key === key && before.env === hook.env) return before.names;
  const { env } = hook;
  const read = startsCommand(hook) ? readTexts(hook, commandTexts(hook, texts), place) : [];
  const words = [
    ...namedWords(texts, place.projectDir, env, place.start),
    ...read.flatMap((one) => one.words),
  ];
  const ownHome = env.HOME === undefined ? [] : [`HOME=${env.HOME}`];
  const names = {
    words: distinct(words),
    folders: read.flatMap(({ folders }) => folders),
    uncovered: [...new Set([...ownHome, ...read.flatMap(({ uncovered }) => uncovered)])],
    get programs() {
      return read[0]?.programs ?? [];
    },
  };
  known.set(hook.entry, { key, env, names });
  return names;
}

/** The command and its arguments; what else an entry names is no part of what a shell reads. */
function commandTexts({ fields: { args } }: Hook, texts: readonly string[]): readonly string[] {
  return texts.slice(0, 1 + (Array.isArray(args) ? args.length : 0));
}

/** Git's own folder need not be the project: where they differ, both are looked at. */
function readTexts(
  { fields, env }: Hook,
  texts: readonly string[],
  place: EntryPlace,
): readonly CommandNames[] {
  const { projectDir, home, start, gitTop } = place;
  const source =
    fields.args === undefined ? texts.join("\n") : texts.map((text) => quoted(text, place, env)).join(" ");
  const asked = source.replace(topLevel, () => "${HOOKLINE_GIT_TOP}");
  const tops = asked === source ? [projectDir] : [...new Set([projectDir, gitTop])];
  const folders = { HOOKLINE_PROJECT_DIR: projectDir, CLAUDE_PROJECT_DIR: projectDir };
  const starts = { PWD: start, CWD: start, WORKING_DIR: start, FORGE_WORKING_DIR: start };
  return tops.map((top) =>
    commandNames(asked, { HOME: home, ...folders, ...starts, ...env, HOOKLINE_GIT_TOP: top }),
  );
}

const topLevel =
  /\$\(\s*git\s+rev-parse\s+--show-toplevel[^()`]*\)|`\s*git\s+rev-parse\s+--show-toplevel[^()`]*`/g;

/** In exec form nothing expands but the variables that the runner fills in. */
function quoted(text: string, { projectDir }: EntryPlace, env: Hook["env"]): string {
  const filled = text
    .replace(/\$\{(?:HOOKLINE|CLAUDE)_PROJECT_DIR\}/g, () => projectDir)
    .replace(/\$\{(CLAUDE_PLUGIN_(?:ROOT|DATA))\}/g, (all, name: string) => env[name] ?? all);
  return `'${filled.replaceAll("'", "'\\''")}'`;
}

/** Each word once: every one costs a look at the disk on every event. */
function distinct(words: readonly NamedWord[]): readonly NamedWord[] {
  const seen = new Map<string, NamedWord>();
  for (const word of words) {
    const key = `${word.glob} ${word.module} ${word.text}`;
    if (word.program || !seen.has(key)) seen.set(key, word);
  }
  return [...seen.values()];
}
