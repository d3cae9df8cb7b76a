import type { ReadCommand, ReadWord } from "../../shell/reading/reading.ts";
import { findChoice, findRoots } from "./find-uses.ts";
import { lastBefore } from "./last-before.ts";
import { wordOf } from "./option-values.ts";
import type { Use } from "./use.ts";

const wrappers: ReadonlySet<string> = new Set(["find", "gfind", "xargs", "parallel"]);
const listers = /^(?:g?find|fd|fdfind|ls|git|grep|rg|ag)$/;
const choosers = /^(?:e?grep|rg|ag)$/;

/** A search: where it looks, and the patterns of what it takes if that is not everything. */
interface Search {
  readonly roots: readonly ReadWord[];
  readonly some: readonly string[] | null;
}

/** Files that a search finds stand for its roots: those of `find -exec`, and those of the program that feeds `xargs`. */
export function viaSearch(
  commands: readonly ReadCommand[],
  at: number,
  found: readonly Use[],
): readonly Use[] {
  const command = commands[at];
  const wrapper = command?.via.findLast((name) => wrappers.has(name));
  if (!command || wrapper === undefined) return found;
  const from = lastBefore(commands, at, wrapper);
  if (!from) return found;
  const search = wrapper.endsWith("find")
    ? { roots: findRoots(from), some: findChoice(from) }
    : feeding(commands, from, 0);
  if (!search) return found;
  const { roots, some } = search;
  const bare = ({ begins }: ReadWord) => begins.replace(/\/+$/, "");
  // `{}` in a text for a shell is filled in before the shell reads it; everywhere else a word shows where it comes from.
  const inText = from.args.some(({ value }) => value !== null && value !== "{}" && value.includes("{}"));
  const isRoot = (word: ReadWord) =>
    word.value === null
      ? roots.some((root) => bare(root) === bare(word))
      : (inText || word.text !== word.value) && roots.some(({ value }) => value === word.value);
  return found.flatMap((use) => {
    const unknown = !wrapper.endsWith("find") && use.word.value === null && use.word.begins === "";
    if (!unknown && !isRoot(use.word)) return [use];
    const words = unknown || use.word.value === null ? roots : [use.word];
    return words.map((word) =>
      some === null ? { ...use, word, recursive: true } : { ...use, word, recursive: false, some },
    );
  });
}

/** The search at the beginning of a pipe, with what the programs on the way choose. */
function feeding(commands: readonly ReadCommand[], command: ReadCommand, depth: number): Search | null {
  for (const index of command.input) {
    const one = commands[index];
    if (!one || depth > 8) continue;
    if (listers.test(one.program) && one.input.length === 0) return searchOf(one);
    const further = feeding(commands, one, depth + 1);
    if (!further) continue;
    const word = choosers.test(one.program) ? one.operands[0]?.value : null;
    const chosen = typeof word === "string" && /^[\w./-]+$/.test(word) ? [`*${word}*`] : [];
    const takes = choosers.test(one.program) || /^(?:head|tail|awk|sed|shuf)$/.test(one.program);
    return takes ? { roots: further.roots, some: [...(further.some ?? []), ...chosen] } : further;
  }
  return null;
}

function searchOf(search: ReadCommand): Search {
  if (/^g?find$/.test(search.program)) return { roots: findRoots(search), some: findChoice(search) };
  if (search.program === "git") return { roots: [wordOf(".")], some: [] };
  const words = search.operands.slice(search.program === "ls" ? 0 : 1);
  const some = /^fd/.test(search.program) && search.operands.length === 0 ? null : [];
  return { roots: words.length > 0 ? words : [wordOf(".")], some: search.program === "ls" ? null : some };
}
