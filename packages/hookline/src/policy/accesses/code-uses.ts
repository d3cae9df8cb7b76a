import type { ReadCommand } from "../../shell/reading/reading.ts";
import { codeAccess, literalsOf } from "./code-text.ts";
import { unknownWord, wordOf } from "./option-values.ts";
import type { Use } from "./use.ts";

const shells: ReadonlySet<string> = new Set([
  "sh",
  "bash",
  "zsh",
  "dash",
  "ksh",
  "ash",
  "su",
  "runuser",
  "busybox",
]);

/** The home, as code names it without writing it. */
const namesHome =
  /expanduser\s*\(\s*["']~["']|Path\.home\s*\(|homedir\s*\(|environ[^\n]{0,12}\bHOME\b|getenv\s*\(\s*["']HOME|ENV\W+HOME|env\.HOME|Dir\.home/;
const looksLikePath =
  /^(?:~|\.{1,2}|\/|~?\.{0,2}\/[^\s:*?"<>|]*[*]?|[\w.-]+\/[\w./-]+|\.[\w-][\w.-]*|[\w-]+\.(?:env|pem|key|json|sh|bashrc))$/;

/** True for code that names a path, or the home. */
export function namesPaths(code: string): boolean {
  return namesHome.test(code) || literalPaths(code).length > 0;
}

function literalPaths(code: string): readonly string[] {
  const literals = literalsOf(code).map(({ value }) => value.replace(/^[<>+|\s]+/, ""));
  return literals.filter((value) => looksLikePath.test(value) && value !== "." && value.length < 4096);
}

/** What code for an interpreter does to the paths that it names; shells are read as commands instead. */
export function codeUses({ code, text }: ReadCommand): readonly Use[] {
  if (!code || code.text === null || shells.has(code.language)) return [];
  const { access, deep } = codeAccess(code.text);
  const named = literalPaths(code.text);
  const home = namesHome.test(code.text) && !named.some((value) => value.startsWith("~/")) ? ["~"] : [];
  const paths = [...named, ...home];
  const changes = access === "delete";
  if (changes && paths.length === 0) {
    // A plain name in the call, as in `rmtree("build")`; anything else only running it tells.
    const plain = /(?:rmtree|rm\w*|remove\w*|unlink\w*|delete|rimraf)\s*\(?\s*["']([\w.@-]+)["']/.exec(
      code.text,
    )?.[1];
    const word = plain === undefined ? unknownWord(text) : wordOf(plain);
    return [{ word, access, recursive: deep || plain === undefined }];
  }
  return paths.map((value) => ({ word: wordOf(value, value.includes("*")), access, recursive: deep }));
}
