import { baseName } from "../contract/base-name.ts";
import { codeVariables, type Interpreter, interpreterOf } from "./interpreters.ts";
import { type Launch, launchOf } from "./launchers.ts";
import { mark } from "./placeholder-grammar.ts";
import type { Refusal } from "./quoting.ts";

/** Stands in a word for what only running it tells. */
export const unknown = "\u0000";

/** A placeholder that must not stand where it stands; `shell` if a shell with the same environment would run it. */
export interface CodeRefusal extends Refusal {
  readonly shell: boolean;
}

const refusal = (interpreter: Interpreter, reason: string): CodeRefusal => ({
  reason,
  hint: interpreter.hint,
  shell: interpreter.runs === "shell",
});

const choosing: CodeRefusal = {
  reason: "its value would choose the program that runs",
  hint: "write the whole path of the program or script; approval covers nothing else",
  shell: false,
};

/** Why the word at `target` must not hold a placeholder (`folder`: one that is the folder where commands start); null if it is data. Words are without quotes, with marks for placeholders. */
export function refusalOfWord(words: readonly string[], target: number, folder: boolean): CodeRefusal | null {
  const launch = launchOf(words);
  const word = words[target] ?? "";
  if (launch?.isCode(target)) {
    return {
      reason: `${words[0]} would split its value into a command`,
      hint: "write the words one by one",
      shell: false,
    };
  }
  const [assigned, value] = word.split("=", 2);
  // `env NAME=… program` sets a variable and chooses no program.
  const sets = launch !== null && value !== undefined && !assigned?.includes("/");
  const chooses = target === 0 || (launch?.isChoice(target) === true && !sets);
  if (chooses && !(folder && namesProgram(word))) return choosing;
  if (launch && value !== undefined && (assigned?.startsWith(mark) || codeVariables.has(assigned ?? ""))) {
    return {
      reason: "its value would decide what a program runs",
      hint: "use a variable of your own",
      shell: false,
    };
  }
  for (const [at, name] of words.slice(0, target).entries()) {
    const interpreter = namedAt(words, at, launch);
    if (!interpreter) continue;
    const place = placeOf(interpreter, words.slice(at + 1), target - at - 1);
    const commands = at === 0 || launch !== null;
    if (place === "code" && (commands || interpreter.operand === "file")) {
      return refusal(interpreter, `${baseName(name)} would evaluate its value as code`);
    }
    if (place === "script" && commands && word.includes(mark) && !(folder && namesProgram(word)))
      return choosing;
    if (place === "option" && commands && !folder)
      return refusal(interpreter, `${baseName(name)} would read a value that begins with - as an option`);
  }
  return unseenProgram(words, target);
}

/** The interpreter that a word names; `.` is mostly a folder. */
export function namedAt(
  words: readonly string[],
  at: number,
  launch: Launch | null,
): Interpreter | undefined {
  const word = words[at] ?? "";
  if (word === "." && at > 0 && !launch?.isChoice(at)) return undefined;
  return interpreterOf(word);
}

/** True if the last part of a path has letters that are written, and not filled in. */
export function namesProgram(word: string): boolean {
  return baseName(word).replaceAll(mark, "").replaceAll(unknown, "") !== "";
}

/** A program that nobody can see (`$SHELL -c …`) may be an interpreter. */
function unseenProgram(words: readonly string[], target: number): CodeRefusal | null {
  if (
    namesProgram(words[0] ?? "") ||
    !words.slice(1, target).some((word) => /^-[a-z]*[cepr]$|^--eval/.test(word))
  )
    return null;
  return {
    reason: "nobody can see which program would get it",
    hint: "write the program by name",
    shell: false,
  };
}

type Place = "code" | "data" | "option" | "script";

/** What an interpreter does with one of its arguments. */
function placeOf(interpreter: Interpreter, words: readonly string[], target: number): Place {
  if (interpreter.operand === "all") return "code";
  /** The next operand is code. */
  let wanted = interpreter.operand === "code";
  /** A code option has been read, and its code has not. */
  let pending = false;
  /** The code was an option's: no operand is a script. */
  let coded = false;
  /** `--` has been read. */
  let ended = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    const here = at === target;
    if (pending && (here || !word.startsWith("-"))) {
      if (here) return "code";
      if (interpreter.codeEnds) return "data";
      coded = true;
      pending = false;
      wanted = false;
      continue;
    }
    const isCode = interpreter.code?.test(word) === true;
    if (!ended && word === "--") ended = true;
    else if (!ended && (isCode || /^[-+]./.test(word))) {
      if (here) return !isCode && /^--[\w-]+=/.test(word) ? "data" : "code";
      if (isCode) {
        if (word.includes("=")) {
          wanted = false;
          coded = true;
        } else pending = true;
      } else if (interpreter.file?.test(word)) {
        wanted = false;
        if (at + 1 === target) return "data";
        if (/^(-f|--(from-)?file)$/.test(word)) at += 1;
      } else if (interpreter.last?.test(word)) return at + 1 === target ? "option" : "data";
      else if (interpreter.values?.[word] !== undefined) {
        for (
          let left = interpreter.values[word] ?? 0;
          left > 0 && !interpreter.code?.test(words[at + 1] ?? "");
          left--
        )
          at += 1;
        if (at >= target) return "data";
      } else if (!interpreter.flags?.test(word) && at + 1 < target && !words[at + 1]?.startsWith("-")) {
        // It may have a value: the next word is not counted as an operand.
        at += 1;
      }
    } else {
      if (here && wanted) return "code";
      if (here && interpreter.guarded && !ended && word.startsWith(mark)) return "option";
      // Whoever reaches this operand has passed no other: a file that is run.
      if (here) return interpreter.operand === "file" && !coded ? "script" : "data";
      if (wanted && word !== "") {
        wanted = false;
        if (interpreter.codeEnds) return "data";
      } else if (interpreter.operand === "file") return "data";
    }
  }
  return "data";
}
