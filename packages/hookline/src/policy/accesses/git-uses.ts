import type { ReadCommand, ReadWord } from "../../shell/reading/reading.ts";
import { has, restOf, valuesOf, wordOf } from "./option-values.ts";
import { type Use, uses } from "./use.ts";

const here = wordOf(".");

/** The words of a git command from its verb on: `-C dir`, `-c name=value` and their like come before it. */
export function gitWords({ args }: ReadCommand): readonly ReadWord[] {
  for (let at = 0; at < args.length; at++) {
    const value = args[at]?.value ?? "";
    if (/^(?:-C|-c|--git-dir|--work-tree|--namespace|--exec-path|--super-prefix|--config-env)$/.test(value))
      at++;
    else if (!value.startsWith("-")) return args.slice(at);
  }
  return [];
}

/** What git does to paths of the work tree, and to files that its options name. */
export function gitUses(command: ReadCommand): readonly Use[] {
  const folder = valuesOf(command, "-C")[0] ?? valuesOf(command, "--work-tree")[0];
  if (!folder) return usesOfVerb(command);
  return usesOfVerb(command).map((use) => ({ ...use, word: below(folder, use.word) }));
}

/** A path as seen from the folder that `-C` or `--work-tree` names. */
function below(folder: ReadWord, word: ReadWord): ReadWord {
  if (/^[/~]/.test(word.begins)) return word;
  if (folder.value === null || word.value === null) return { ...word, value: null, begins: folder.begins };
  return wordOf(`${folder.value}/${word.value}`, word.glob);
}

/** The path in `HEAD:path`. */
function inRevision(word: ReadWord): readonly ReadWord[] {
  const at = word.begins.indexOf(":");
  return at < 0 ? [] : [restOf(word, at + 1)];
}

function usesOfVerb(command: ReadCommand): readonly Use[] {
  const [verb, ...rest] = gitWords(command);
  const dashes = rest.findIndex(({ value }) => value === "--");
  const after = dashes < 0 ? [] : rest.slice(dashes + 1);
  const plain = rest.filter(({ begins, value }) => !begins.startsWith("-") && value !== "--");
  const outputs = uses(valuesOf(command, "-o", "--output", "--output-directory"), "write");
  switch (verb?.value) {
    case "rm":
      return uses(plain, "delete", has(command, "-r"));
    case "mv":
      return [...uses(plain.slice(0, -1), "delete", true), ...uses(plain.slice(-1), "write")];
    case "clean":
      return has(command, "-n", "--dry-run")
        ? []
        : (plain.length > 0 ? plain : [here]).map((word) => ({
            word,
            access: "delete",
            recursive: false,
            some: [],
          }));
    case "checkout":
      return uses(dashes < 0 ? plain.slice(1) : after, "write");
    case "restore":
      return uses(plain, "write");
    case "clone":
      return uses(plain.slice(1), "write");
    case "init":
      return uses(plain, "write");
    case "worktree":
      // A new folder beside the project is what people make work trees in.
      if (plain[0]?.value === "add" && /^\.\.\/[\w.-]*\w[\w.-]*$/.test(plain[1]?.value ?? "")) return [];
      return uses(plain.slice(1, 2), plain[0]?.value === "remove" ? "delete" : "write", true);
    case "archive":
    case "format-patch":
    case "bundle":
      return outputs;
    case "config":
      return uses(valuesOf(command, "-f", "--file"), "write");
    case "diff":
    case "log":
      return [...uses(has(command, "--no-index") ? plain : after, "read"), ...outputs];
    case "show":
    case "cat-file":
      return uses(plain.flatMap(inRevision), "read");
    case "stash":
      return uses(after, "write");
    case "add":
    case "hash-object":
    case "grep":
    case "blame":
      return uses(verb.value === "grep" ? after : plain, "read");
    default:
      return [];
  }
}
