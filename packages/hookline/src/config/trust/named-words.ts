import type { Hook } from "../../contract/hook.ts";
import { type CommandModel, commandModel, type SimpleCommand } from "../../shell/command-model.ts";

/** A word of an entry that may name a file; `program` if it stands where a command's name does. */
export interface NamedWord {
  readonly text: string;
  readonly program: boolean;
  /** It is a pattern for names of files. */
  readonly glob?: boolean;
  /** An interpreter looks for its file: `guard` may be `guard.js`. */
  readonly module?: boolean;
}

const projectVariable =
  /\$(?:\{(?:(?:HOOKLINE|CLAUDE)_PROJECT_DIR|PWD)(?::?-[^}]*)?\}|(?:HOOKLINE|CLAUDE)_PROJECT_DIR|PWD\b)/g;

/** What other agents call the folder where commands start. */
const startVariable = /\$(?:\{(?:CWD|(?:FORGE_)?WORKING_DIR)\}|(?:CWD|(?:FORGE_)?WORKING_DIR)\b)/g;

/** How deep commands within words are followed: `bash -c "sh -c '…'"`. */
const deepest = 3;

/** Programs that use nothing of what their arguments held before. */
export const onlyWrites: ReadonlySet<string> = new Set(["tee", "touch"]);

/** Programs that say nothing of what is in a file. */
export const saysNothing: ReadonlySet<string> = new Set([...onlyWrites, "rm", "wc"]);

/** Variables whose value makes a program load or run files that no command names. */
export const loading =
  /^(?:PATH|ENV|BASH_ENV|ZDOTDIR|PROMPT_COMMAND|SHELL|EDITOR|VISUAL|BROWSER|(?:MAN)?PAGER|LESSOPEN|CLASSPATH|MAKEFLAGS|MAKEFILES|PYTHON(?:PATH|STARTUP|HOME|USERBASE)|PERL5(?:OPT|LIB|DB)|RUBY(?:OPT|LIB)|NODE_(?:OPTIONS|PATH)|LUA_(?:INIT|C?PATH)(?:_\d+_\d+)?|AWKPATH|PHPRC|PHP_INI_SCAN_DIR|R_(?:PROFILE|ENVIRON)(?:_USER)?|OPENSSL_CONF|DOTNET_STARTUP_HOOKS|RUSTC(?:_WORKSPACE)?_WRAPPER|VIMINIT|(?:_|JDK_)?JAVA_(?:TOOL_)?OPTIONS|(?:LD|DYLD)_.+|(?:npm_config|NPM_CONFIG)_.+|GIT_.+|SSH_ASKPASS|SUDO_ASKPASS)$/;

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
    // A program in exec form and each of its arguments is one word, in which nothing is filled in; a shell command is many.
    words.push({ text, program: index === 0 }, { text: filled, program: index === 0 });
    addCommands(filled, words, 0);
  });
  for (const [name, value] of Object.entries(env)) {
    if (!loading.test(name)) continue;
    const filled = value.replace(projectVariable, () => projectDir).replace(startVariable, () => start);
    for (const part of filled.split(":")) addWord(part.replace(/^@/, ""), false, words, 0);
  }
  return words;
}

function withVariables(text: string, env: Hook["env"]): string {
  return text.replace(/\$(?:\{(\w+)\}|(\w+))/g, (all, braced?: string, bare?: string) => {
    const name = braced ?? bare ?? "";
    return Object.hasOwn(env, name) ? (env[name] ?? all) : all;
  });
}

function addCommands(text: string, words: NamedWord[], depth: number): void {
  const { commands, redirects: all } = commandModel(text);
  const written = writtenFiles(commands, all);
  for (const command of commands) {
    const { words: parts, redirects, assignments } = command;
    const data = isData(command);
    const read = redirects.filter(({ operator }) => !writes(operator));
    const values = [...parts, ...read.map(({ target }) => target)].map((word) => word.value);
    values.forEach((value, place) => {
      if (value === null || (data && place > 0 && written.has(value))) return;
      addWord(value, place === 0, words, depth);
    });
    for (const { value } of assignments) {
      for (const part of (value.value ?? value.text).split(":")) addWord(part, false, words, depth);
    }
  }
}

/** A hook that keeps a log must not ask again because it has written to it: nothing of such a file runs. */
function writtenFiles(
  commands: CommandModel["commands"],
  redirects: CommandModel["redirects"],
): ReadonlySet<string | null> {
  const targets = redirects.filter(({ operator }) => writes(operator)).map(({ target }) => target.value);
  const named = commands.filter(({ name }) => onlyWrites.has(name ?? ""));
  return new Set([...targets, ...named.flatMap(({ words }) => words.slice(1).map(({ value }) => value))]);
}

/** True if what is in its files cannot become code: it is not said, or goes to the person. */
function isData({ name, words, redirects }: SimpleCommand): boolean {
  if (name === null) return false;
  const quiet = name === "grep" && words.some(({ value }) => value === "-q");
  const told = redirects.some(({ operator, target }) => operator === ">&" && target.value === "2");
  return saysNothing.has(name) || quiet || (told && ["cat", "head", "tail", "grep"].includes(name));
}

function writes(operator: string): boolean {
  return /^&?>/.test(operator);
}

/** A word, what stands after `=` in it, and what it says if it is a command itself. */
function addWord(text: string, program: boolean, words: NamedWord[], depth: number): void {
  words.push({ text, program });
  const equals = text.indexOf("=");
  if (equals > 0) words.push({ text: text.slice(equals + 1), program: false });
  if (depth < deepest && /\s/.test(text)) addCommands(text, words, depth + 1);
}
