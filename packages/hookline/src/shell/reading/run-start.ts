import { blurVariables, isolated } from "./environment.ts";
import { isGenerator } from "./generators.ts";
import { list } from "./listing.ts";
import { computed, isKnown } from "./marks.ts";
import { newMemory } from "./memory.ts";
import type { Start } from "./starts.ts";
import type { Draft, Field, Reader, Scope } from "./state.ts";
import { untilExit } from "./subshell.ts";
import { readWord } from "./words.ts";
import { wrapperTable } from "./wrapper-table.ts";

/** Reads what a command starts; gives back what that would print. */
export function runStart(reader: Reader, draft: Draft, program: string, start: Start): string {
  const scope: Scope = {
    ...draft.scope,
    via: [...draft.scope.via, program],
    remote: draft.scope.remote || start.remote === true,
    depth: draft.scope.depth + 1,
  };
  if (start.words) return runWords(reader, draft, start, start.words, scope);
  return start.text === undefined ? "" : runText(reader, draft, start, start.text, scope);
}

function runWords(reader: Reader, draft: Draft, start: Start, words: readonly Field[], scope: Scope): string {
  const named = start.packaged ? [unversioned(words[0]), ...words.slice(1)] : words;
  const assignments = [
    ...draft.assignments,
    ...(start.assignments ?? []).map(({ name, value }) => ({ name, value: readWord(value) })),
  ];
  const next: Draft = {
    words: named.filter((word) => word !== undefined),
    redirects: draft.redirects,
    assignments,
    plain: true,
    scope,
  };
  const wrapper = wrapperTable.get(scope.via.at(-1) ?? "");
  if (wrapper?.inside) return reader.start(next);
  return isolated(reader.environment, () => reader.start(next));
}

/** `rimraf@5` is rimraf. */
function unversioned(word: Field | undefined): Field | undefined {
  return word && { ...word, value: word.value.replace(/(?<=.)@[^/]*$/, "") };
}

function runText(reader: Reader, draft: Draft, start: Start, text: string, scope: Scope): string {
  const feeds = (start.feeds ?? []).map((index) => reader.commands[index]);
  const tainted = text.includes(computed);
  if (
    tainted &&
    text.trim().length === 1 &&
    feeds.length > 0 &&
    feeds.every((one) => one && isGenerator(one))
  ) {
    return computed;
  }
  const from = reader.commands.length;
  if (start.kept) {
    const moment = reader.environment.log.length;
    reader.traps = [...reader.traps, { text, scope, moment, atEnd: start.kept === "end" }];
    return isolated(reader.environment, () => reader.text(text, scope));
  }
  const output = start.same ? reader.text(text, scope) : inNewShell(reader, draft, start, text, scope);
  if (tainted && start.same) blurVariables(reader.environment);
  feedDynamic(reader, from, start.feeds ?? []);
  if (tainted && !reader.commands.slice(from).some(({ dynamic }) => dynamic)) {
    list(
      reader,
      { words: [], redirects: [], assignments: [], plain: true, scope },
      {
        program: "",
        line: { options: [], operands: [] },
        code: null,
        dynamic: true,
        feeds: start.feeds ?? [],
      },
    );
  }
  return isKnown(text) ? output : computed;
}

/** What only running tells comes from the commands that print the text. */
function feedDynamic(reader: Reader, from: number, feeds: readonly number[]): void {
  if (feeds.length === 0) return;
  for (let at = from; at < reader.commands.length; at++) {
    const command = reader.commands[at];
    if (!command?.dynamic) continue;
    reader.commands[at] = { ...command, input: [...new Set([...command.input, ...feeds])] };
  }
}

function inNewShell(reader: Reader, draft: Draft, start: Start, text: string, scope: Scope): string {
  const own = draft.assignments.map(({ name, value }) => ({
    name,
    value: {
      text: value.text,
      value: value.value ?? computed,
      glob: false,
      bare: false,
      feeds: [],
      fed: null,
    },
  }));
  const outside = reader.environment;
  const memory = newMemory(reader, { ...start, assignments: [...own, ...(start.assignments ?? [])] });
  const { traps } = reader;
  reader.environment = memory;
  reader.traps = [];
  const output = untilExit(reader, () => reader.text(text, { ...scope, calls: [], aliases: [] }));
  reader.environment = outside;
  reader.traps = traps;
  return output;
}
