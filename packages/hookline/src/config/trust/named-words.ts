import type { Hook } from "../../contract/hook.ts";
import { commandModel } from "../../shell/command-model.ts";

/** A word of an entry that may name a file; `program` if it stands where a command's name does. */
export interface NamedWord {
  readonly text: string;
  readonly program: boolean;
}

const projectVariable =
  /\$(?:\{(?:(?:HOOKLINE|CLAUDE)_PROJECT_DIR|PWD)(?::?-[^}]*)?\}|(?:HOOKLINE|CLAUDE)_PROJECT_DIR|PWD\b)/g;

/** What other agents call the folder where commands start. */
const startVariable = /\$(?:\{(?:CWD|(?:FORGE_)?WORKING_DIR)\}|(?:CWD|(?:FORGE_)?WORKING_DIR)\b)/g;

/** How deep commands within words are followed: `bash -c "sh -c '…'"`. */
const deepest = 3;

/** The words of an entry that could name programs and files, with the project's folder, the one where it starts and the hook's own variables filled in. */
export function namedWords(
  texts: readonly string[],
  projectDir: string,
  env: Hook["env"] = {},
  start = projectDir,
): readonly NamedWord[] {
  const words: NamedWord[] = [];
  texts.forEach((text, index) => {
    const filled = withVariables(
      text.replace(projectVariable, () => projectDir).replace(startVariable, () => start),
      env,
    );
    // A program in exec form and each of its arguments is one word; a shell command is many.
    words.push({ text: filled, program: index === 0 });
    addCommands(filled, words, 0);
  });
  return words;
}

function withVariables(text: string, env: Hook["env"]): string {
  return text.replace(/\$(?:\{(\w+)\}|(\w+))/g, (all, braced?: string, bare?: string) => {
    const name = braced ?? bare ?? "";
    return Object.hasOwn(env, name) ? (env[name] ?? all) : all;
  });
}

function addCommands(text: string, words: NamedWord[], depth: number): void {
  for (const { words: parts, redirects, assignments } of commandModel(text).commands) {
    const values = [...parts, ...redirects.map(({ target }) => target)].map((word) => word.value);
    values.forEach((value, place) => {
      if (value !== null) addWord(value, place === 0, words, depth);
    });
    for (const { value } of assignments) {
      for (const part of (value.value ?? value.text).split(":")) addWord(part, false, words, depth);
    }
  }
}

/** A word, what stands after `=` in it, and what it says if it is a command itself. */
function addWord(text: string, program: boolean, words: NamedWord[], depth: number): void {
  words.push({ text, program });
  const equals = text.indexOf("=");
  if (equals > 0) words.push({ text: text.slice(equals + 1), program: false });
  if (depth < deepest && /\s/.test(text)) addCommands(text, words, depth + 1);
}
