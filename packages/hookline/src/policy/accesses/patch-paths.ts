import { wordOf } from "./option-values.ts";
import { type UseOf, uses } from "./use.ts";

/** One file that a patch changes. */
export interface PatchedPath {
  readonly path: string;
  readonly access: "write" | "delete";
}

/** Lines of a patch that name a file, as agents write them. */
const agentLine =
  /^[ \t]*\*\*\*[ \t]*(?:(Add|Update|Delete)[ \t]+File|Move[ \t]+to)[ \t]*:[ \t]*(\S[^\t\n]*)/gim;
/** Lines of a diff that name a file. */
const diffLine = /^(?:---|\+\+\+|(?:rename|copy) (?:from|to)) ("?)(?:[ab]\/)?(\S[^\t\n]*)/gm;

/** The files that the lines of an agent's own form of a patch name. */
export function patchedPaths(text: string): readonly PatchedPath[] {
  return [...text.matchAll(agentLine)].map(([, verb = "", path = ""]) => ({
    path: path.trim(),
    access: verb.toLowerCase() === "delete" ? "delete" : "write",
  }));
}

/** The files that a diff names. */
export function diffedPaths(text: string): readonly PatchedPath[] {
  return [...text.matchAll(diffLine)].flatMap(([, quote, rest = ""]) => {
    const path = quote === "" ? rest.trim() : unquoted(rest);
    return path === "/dev/null" ? [] : [{ path, access: "write" as const }];
  });
}

/** A name in quotes, as git writes it: other characters than letters are numbers to the base of 8. */
function unquoted(text: string): string {
  return text
    .trim()
    .replace(/"$/, "")
    .replaceAll(/\\(?:([0-7]{3})|(.))/g, (_all, code?: string, sign = "") =>
      code === undefined ? sign : String.fromCharCode(Number.parseInt(code, 8)),
    );
}

/** The program that applies such a patch: it is given one as a word, or reads it. */
export const applyPatch: UseOf = ({ args, inputText }) =>
  [...args.map(({ value }) => value), inputText].flatMap((text) =>
    patchedPaths(text ?? "").flatMap(({ path, access }) => uses([wordOf(path)], access)),
  );
