import { archivePrograms } from "./archive-uses.ts";
import { findUses } from "./find-uses.ts";
import { gitUses } from "./git-uses.ts";
import { has, restOf, valuesOf, wordOf } from "./option-values.ts";
import { applyPatch } from "./patch-paths.ts";
import { type UseOf, uses } from "./use.ts";

const here = wordOf(".");

const dd: UseOf = ({ args }) =>
  args.flatMap((word) => {
    if (word.begins.startsWith("of=")) return uses([restOf(word, 3)], "write");
    return word.begins.startsWith("if=") ? uses([restOf(word, 3)], "read") : [];
  });

/** sed: files are changed with `-i`; the script comes first unless an option gives it. */
const sed: UseOf = (command) => {
  const inPlace = command.args.some(({ begins }) => /^(?:-[nErsuz]*i|--in-place)/.test(begins));
  const given = has(command, "-e", "--expression", "-f", "--file");
  const files = given ? command.operands : command.operands.slice(1);
  const script = command.args.map(({ value }) => value ?? "").join("\n");
  const written = [...script.matchAll(/(?:^|[;/}\n\d\s])[wW]\s+(\/[^\s;}]+)/g)].map(([, path = ""]) =>
    wordOf(path),
  );
  return [...uses(files, inPlace ? "write" : "read"), ...uses(written, "write")];
};

/** awk: the program comes first unless an option gives it. */
const awk: UseOf = (command) => [
  ...uses(command.operands.slice(has(command, "-f", "--file") ? 0 : 1), "read"),
  ...uses(valuesOf(command, "-f", "--file"), "run"),
];

/** Files that curl sends: `@file` in data and forms. */
const curl: UseOf = (command) => {
  const sent = valuesOf(
    command,
    "-d",
    "--data",
    "--data-binary",
    "--data-ascii",
    "--data-urlencode",
    "--json",
    "-F",
    "--form",
    "-H",
    "--header",
  );
  const files = sent.flatMap((word) => {
    const at = /^(?:[^=@]*=)?[@<]/.exec(word.begins)?.[0].length;
    return at === undefined ? [] : [restOf(word, at)];
  });
  const local = command.args.filter(({ begins }) => begins.startsWith("file://"));
  return [
    ...uses(
      valuesOf(
        command,
        "-o",
        "--output",
        "-c",
        "--cookie-jar",
        "-D",
        "--dump-header",
        "--trace",
        "--trace-ascii",
        "--stderr",
        "--output-dir",
        "--libcurl",
      ),
      "write",
    ),
    ...uses(has(command, "-O", "--remote-name", "--remote-name-all") ? [here] : [], "write"),
    ...uses(
      [
        ...files,
        ...valuesOf(
          command,
          "-T",
          "--upload-file",
          "-K",
          "--config",
          "--netrc-file",
          "-E",
          "--cert",
          "--key",
        ),
      ],
      "read",
    ),
    ...uses(
      local.map((word) => restOf(word, "file://".length)),
      "read",
    ),
  ];
};

const wget: UseOf = (command) => {
  const outputs = valuesOf(
    command,
    "-O",
    "--output-document",
    "-o",
    "--output-file",
    "-P",
    "--directory-prefix",
    "-a",
  );
  return [
    ...uses(outputs.length > 0 ? outputs : [here], "write"),
    ...uses(valuesOf(command, "-i", "--input-file", "--post-file", "--body-file", "--config"), "read"),
  ];
};

/** Interpreters that get a file to run; with `-i` some change files in place. */
const interpreter: UseOf = (command) => {
  const { code } = command;
  if (code) {
    // The words after a text for a shell are its parameters: they are read where the text uses them.
    if (/sh$/.test(code.language)) return [];
    const inPlace =
      command.args.some(({ begins }) => /^-\w*i/.test(begins)) && /^(?:perl|ruby)/.test(command.program);
    return uses(
      command.operands.filter(({ value }) => value !== code.text),
      inPlace ? "write" : "read",
    );
  }
  const [script, ...others] = command.operands;
  return [...uses(script ? [script] : [], "run"), ...uses(others, "other")];
};

const interpreters =
  "sh bash zsh dash ksh ash fish python python2 python3 node nodejs deno bun perl ruby php lua tclsh Rscript osascript pwsh ts-node tsx";

/** Programs whose paths no row can tell. */
export const specialPrograms: ReadonlyMap<string, UseOf> = new Map<string, UseOf>([
  ...archivePrograms,
  ...interpreters.split(" ").map((name): [string, UseOf] => [name, interpreter]),
  ["apply_patch", applyPatch],
  ["applypatch", applyPatch],
  ["dd", dd],
  ["dcfldd", dd],
  ["sed", sed],
  ["gsed", sed],
  ["awk", awk],
  ["gawk", awk],
  ["mawk", awk],
  ["find", findUses],
  ["gfind", findUses],
  ["curl", curl],
  ["wget", wget],
  ["git", gitUses],
]);
