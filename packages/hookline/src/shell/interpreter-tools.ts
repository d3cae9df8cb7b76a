import type { Interpreter } from "./interpreters.ts";

/** Copies and packs, and may start a program for it. */
export const archive: Interpreter = {
  runs: "program",
  operand: "data",
  code: /^(-I|-e|--rsh|--use-compress-program|--to-command|--checkpoint-action|--rsync-path|-o|-S)(=|$)/,
  flags: /^-/,
  guarded: true,
  hint: "write -- before it",
};
/** Starts what packages bring, or a command line. */
export const packages: Interpreter = {
  runs: "shell",
  operand: "data",
  code: /^(-c|--call|--shell-mode)(=|$)/,
  flags: /^-/,
  hint: "write the words one by one, without -c",
};
/** Runs commands that some of its options and words hold. */
export const git: Interpreter = {
  runs: "shell",
  operand: "data",
  code: /^(--exec|--config-env|--upload-pack|--receive-pack|foreach)(=|$)/,
  hint: "values do not belong in what git runs: put the commands in a script and pass the value as its argument",
};
/** Writes down what a command line prints. */
export const typescript: Interpreter = {
  runs: "shell",
  operand: "data",
  code: /^-[a-z]*c$|^--command(=|$)/,
  hint: "put the commands in a script and pass the value as its argument",
};
/** Obeys commands of its own, which can start programs. */
export const editor: Interpreter = {
  runs: "program",
  operand: "data",
  code: /^(-c|-S|-l|--cmd|--eval|-eval|\+)/,
  guarded: true,
  hint: "write -- before a file; values do not belong in an editor's commands",
};
/** Takes every word as a command line. */
export const whole: Interpreter = {
  runs: "shell",
  operand: "all",
  hint: "put the commands in a script and pass the value as its argument",
};
/** Puts what it is given into recipes. */
export const make: Interpreter = {
  ...whole,
  runs: "program",
  hint: 'set a variable before it (VALUE=… make), and write "$$VALUE" in the recipe',
};
/** Takes every word as the name of a variable. */
export const names: Interpreter = {
  ...whole,
  runs: "program",
  hint: "use a fixed name and assign to it: name=…",
};
/** Takes its first word as a format. */
export const format: Interpreter = {
  runs: "program",
  operand: "file",
  code: /^-v/,
  guarded: true,
  hint: "printf '%s\\n' …",
};
