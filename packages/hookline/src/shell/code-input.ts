import { baseName } from "../contract/base-name.ts";
import { namedAt, namesProgram } from "./code-words.ts";
import { type Interpreter, interpreterOf } from "./interpreters.ts";
import { launchOf } from "./launchers.ts";

/** The interpreter in a command that runs what comes from its standard input; null if there is none. */
export function runsItsInput(
  words: readonly string[],
): { readonly shell: boolean; readonly name: string } | null {
  const launch = launchOf(words);
  if (words.length > 0 && (launch?.takesProgram || !namesProgram(words[0] ?? ""))) {
    return { shell: false, name: "a program that nobody can see" };
  }
  for (const [at, name] of words.entries()) {
    if (at > 0 && !launch) break;
    const interpreter = namedAt(words, at, launch);
    if (!interpreter) continue;
    const told = { shell: interpreter.runs === "shell", name: baseName(name) };
    if (launch?.takesArguments && at > 0 && interpreter !== interpreterOf("printf")) return told;
    if (words.some((word, index) => interpreter.file?.test(word) && isInput(words[index + 1]))) return told;
    if (interpreter.stdin && readsProgram(interpreter, words.slice(at + 1))) return told;
  }
  return null;
}

const isInput = (word: string | undefined): boolean => /^(-|\/dev\/(stdin|fd\/0))$/.test(word ?? "");

function readsProgram(interpreter: Interpreter, words: readonly string[]): boolean {
  if (interpreter.operand === "all") return true;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    if (interpreter.code?.test(word) || interpreter.last?.test(word)) return false;
    if (/^-[a-z]*s[a-z]*$/.test(word) && interpreter.runs === "shell") return true;
    if (isInput(word)) return true;
    if (interpreter.values?.[word] !== undefined) at += interpreter.values[word] ?? 0;
    else if (!/^[-+]/.test(word) && interpreter.operand === "file") return false;
  }
  return true;
}
