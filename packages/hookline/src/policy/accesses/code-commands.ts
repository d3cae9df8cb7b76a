import { quoted } from "../../contract/quoted.ts";
import { type CodeLiteral, hidesCode, literalsOf, runsCommand } from "./code-text.ts";

/** Modules whose only use is to run commands: if no call of them can be seen, one is hidden. */
const mentionsRunner =
  /\b(?:subprocess|child_process|Open3|pexpect|IPC::Open\d|IPC::Run)\b|\bfrom\s+os\s+import\b[^\n;]{0,200}\b(?:system|popen|exec\w*|spawn\w*)\b/;
const renamesRunner =
  /\bfrom\s+(?:subprocess|os|pty)\s+import\b|\{[^}:]{0,100}:[^}]{0,100}\}\s*=\s*(?:await\s+import|require)\s*\(\s*["'](?:node:)?child_process/;
const shell = /^(?:\/usr)?(?:\/bin\/)?(?:ba|z|da|k|a)?sh$/;

/** So many calls are looked at, and so many characters before and after a text. */
const mostCalls = 50;
const near = 200;

/** What inline code would run as commands; null where only running it tells. */
export function commandsInCode(code: string): readonly (string | null)[] {
  const literals = literalsOf(code);
  const found: (string | null)[] = [];
  for (const call of code.matchAll(runsCommand)) {
    if (found.length >= mostCalls) return [...found, null];
    const command = commandOfCall(code, literals, call.index + call[0].length);
    if (command !== undefined) found.push(command);
  }
  found.push(...piped(code, literals));
  // Backticks are commands in Perl, Ruby and PHP; in JavaScript they are texts.
  if (!/\b(?:require|import|const|let|console|process)\b/.test(code))
    for (const { value, start } of literals) if (code[start] === "`") found.push(value);
  const hidden = hidesCode.test(code) && !/\bliteral_eval\b/.test(code);
  if (hidden || renamesRunner.test(code) || (found.length === 0 && mentionsRunner.test(code)))
    found.push(null);
  return found;
}

/** The command of a call that ends here: a text, a list of words, or null; undefined if it is no call. */
function commandOfCall(
  code: string,
  literals: readonly CodeLiteral[],
  at: number,
): string | null | undefined {
  const after = code.slice(at);
  const opens = /^\s*(?:\(\s*)?(?:f(?=["']))?(\[\s*)?(?=["'`])/.exec(after);
  const first = opens && literals.find(({ start }) => start === at + opens[0].length);
  if (!opens || !first) return /^\s*[({[]\s*[^\s)]|^\s+[$@\w]/.test(after) ? null : undefined;
  const next = code.slice(first.end, first.end + 400);
  if (/^\s*[+%.]/.test(next) || /(?:^|[^\\])\$\{/.test(first.value)) return null;
  // A list of texts is a command in words, whether it stands in brackets or after the program's name.
  if (/^\s*,\s*(?:\[\s*)?["']/.test(next)) return wordsFrom(code, first.start);
  return opens[1] ? quoted(first.value) : first.value;
}

/** What awk runs before or after a pipe, and Perl and Ruby by `open`. */
function piped(code: string, literals: readonly CodeLiteral[]): readonly (string | null)[] {
  return literals.flatMap(({ value, start, end }) => {
    const before = code.slice(Math.max(0, start - near), start);
    const feeds = /\bprint(?:f)?\b[^;}\n]*\|&?\s*$/.test(before);
    if (feeds && shell.test(value)) return [null];
    if (feeds || /^\s*\|&?\s*getline\b/.test(code.slice(end, end + near))) return [value];
    const opened = /\bopen\b[^;\n]*$/.test(before) && /^\s*\||\|\s*$/.test(value);
    return opened ? [value.replace(/^\s*\||\|\s*$/g, "")] : [];
  });
}

/** Nobody writes longer commands in words. */
const longest = 10_000;

/** The texts of a list as words of one command. */
function wordsFrom(code: string, start: number): string {
  const words: string[] = [];
  let at = start;
  for (const literal of literalsOf(code.slice(start, start + longest))) {
    if (/[^\s,[\]]/.test(code.slice(at, start + literal.start))) break;
    words.push(quoted(literal.value));
    at = start + literal.end;
  }
  return words.join(" ");
}
