import {
  archive,
  editor,
  format,
  git,
  make,
  names,
  packages,
  typescript,
  whole,
} from "./interpreter-tools.ts";
import type { Interpreter } from "./interpreters.ts";

const one = (...options: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries(options.map((option) => [option, 1]));

const shell: Interpreter = {
  runs: "shell",
  operand: "file",
  code: /^[-+][A-Za-z]*[cC][A-Za-z]*$|^--(init-)?command(=|$)/,
  flags: /^[-+][abefhiklmnprtuvxBEHPTD]+$|^--(login|norc|noprofile|posix|verbose|restricted)$/,
  values: one("-o", "+o", "-O", "+O", "--rcfile", "--init-file"),
  codeEnds: true,
  guarded: true,
  stdin: true,
  hint: "pass it as an argument: sh -c 'echo \"$1\"' sh …",
};
const switchUser: Interpreter = {
  ...shell,
  operand: "data",
  code: /^-[a-z]*c|^--(session-)?command(=|$)/,
  hint: "run the command without -c, or put it in a script",
};
const python: Interpreter = {
  runs: "program",
  operand: "file",
  code: /^-[a-zA-Z]*c/,
  flags: /^-[bBdEiIOPqsSuvx]+$/,
  values: one("-W", "-X", "--check-hash-based-pycs"),
  last: /^-m$/,
  codeEnds: true,
  guarded: true,
  stdin: true,
  hint: "pass it as an argument after the program, and read sys.argv; write -- before a file",
};
const node: Interpreter = {
  runs: "program",
  operand: "file",
  code: /^-(e|p|pe|ep)$|^--(eval|print)(=|$)|^eval$/,
  flags: /^-[ci]$|^--(check|test|watch|no-[a-z-]+|experimental-[a-z-]+|trace-[a-z-]+|enable-source-maps)$/,
  values: one("-r", "--require", "--import", "--loader", "-C", "--conditions", "--env-file"),
  guarded: true,
  stdin: true,
  hint: "pass it as an argument after --, and read process.argv",
};
const perl: Interpreter = {
  runs: "program",
  operand: "file",
  code: /^-(?![IMmx])[^=]*[eE]$/,
  flags: /^-/,
  values: one("-I"),
  guarded: true,
  stdin: true,
  hint: "pass it as an argument after --, and read @ARGV",
};
const ruby: Interpreter = {
  ...perl,
  code: /^-(?![IrCEK])[a-z0-9.]*e$/,
  values: one("-I", "-r", "-C", "-E"),
  hint: "pass it as an argument after --, and read ARGV",
};
const php: Interpreter = {
  ...perl,
  code: /^-[rRBE]$|^--(run|process-(begin|code|end))$/,
  flags: /^-[alnsvwimqH]+$/,
  values: one("-d", "-c", "-z", "-S", "-t"),
  hint: "pass it as an argument after --, and read $argv",
};
const awk: Interpreter = {
  runs: "program",
  operand: "code",
  code: /^(-e|--source)(=|$)/,
  file: /^(-f|--file)/,
  flags: /^-/,
  values: one("-v", "-F", "-i", "-l", "-W", "--assign", "--field-separator"),
  codeEnds: true,
  hint: "give it to awk as data: awk -v value=… 'program'",
};
const sed: Interpreter = {
  runs: "program",
  operand: "code",
  code: /^-[nErsuz]*e$|^--expression(=|$)/,
  file: /^(-f|--file)/,
  flags: /^-(?!i$)/,
  values: one("-l"),
  guarded: true,
  hint: "values do not belong in a sed script (use awk -v value=…); for a file write: sed -i -e 's/a/b/' -- …",
};
const jq: Interpreter = {
  runs: "program",
  operand: "code",
  file: /^(-[a-zA-Z]*f|--from-file)/,
  flags: /^-/,
  values: {
    ...one("--indent", "-L"),
    ...Object.fromEntries(["--arg", "--argjson", "--slurpfile", "--rawfile"].map((option) => [option, 2])),
  },
  codeEnds: true,
  hint: "give it to jq as data: jq --arg value … '.field == $value'",
};
const psql: Interpreter = {
  runs: "program",
  operand: "data",
  code: /^-[a-zA-Z]*c$|^--command(=|$)/,
  flags: /^-/,
  values: one("-v", "--set", "--variable", "-d", "-h", "-p", "-U", "-f", "-o"),
  guarded: true,
  stdin: true,
  hint: "values do not belong in SQL text: use a script that binds parameters",
};
const mysql: Interpreter = {
  ...psql,
  code: /^-[a-zA-Z]*e$|^--execute(=|$)/,
  values: one("-h", "-u", "-D", "-P"),
};
const osascript: Interpreter = {
  ...shell,
  runs: "program",
  code: /^-e/,
  flags: /^-i$/,
  values: one("-l", "-s"),
  hint: "pass it as an argument after the script, and read it with: on run argv",
};
const powershell: Interpreter = {
  ...osascript,
  code: /^-(c|command|e|ec|encodedcommand)$/i,
  flags: /^-(nop|noprofile|noni|noninteractive|nologo)$/i,
  values: {},
  hint: "put the program in a script file and pass the value as its argument",
};
/** Each kind of interpreter, and the programs that are of this kind. */
export const interpreterList: readonly (readonly [Interpreter, string])[] = [
  [shell, "sh bash dash zsh ksh mksh ash fish rbash tcsh csh nu elvish"],
  [switchUser, "su runuser sg newgrp vagrant"],
  [python, "python pypy ipython xonsh"],
  [node, "node nodejs deno bun tsx ts-node mongosh mongo julia elixir groovy swift"],
  [perl, "perl"],
  [ruby, "ruby"],
  [php, "php"],
  [awk, "awk gawk mawk nawk"],
  [sed, "sed gsed"],
  [jq, "jq gojq jaq yq"],
  [psql, "psql"],
  [mysql, "mysql mariadb"],
  [osascript, "osascript lua luajit rscript gnuplot"],
  [powershell, "pwsh powershell"],
  [archive, "tar rsync scp sftp"],
  [packages, "npm pnpm yarn"],
  [git, "git"],
  [typescript, "script"],
  [editor, "vi vim nvim ex emacs"],
  [make, "make gmake just"],
  [
    whole,
    "eval watch trap alias compgen complete bind enable tmux screen nix-shell concurrently hyperfine nodemon socat",
  ],
  [{ ...whole, stdin: true }, "source . parallel at batch"],
  [{ ...whole, runs: "program", stdin: true }, "ssh sqlite3 crontab dc ed m4 gdb expect"],
  [names, "let read unset mapfile readarray getopts"],
  [format, "printf"],
];
