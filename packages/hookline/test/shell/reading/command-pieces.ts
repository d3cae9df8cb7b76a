import fc from "fast-check";
import { standIns } from "./stand-ins.ts";

const single = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const double = (text: string): string => `"${text.replace(/["\\$`]/g, "\\$&")}"`;
const hex = (text: string): string =>
  `$'${[...text].map((one) => `\\x${one.charCodeAt(0).toString(16)}`).join("")}'`;

/** Not every sh has brace lists and ANSI-C quotes. */
const noBraces = (text: string): string =>
  text.replaceAll("$'", "'").replace(/\{p,q\}|\/\{etc,usr\}|a\{1\.\.3\}/g, "p");

/** Spellings of one word that all mean the same. */
const spellings: readonly ((text: string) => string)[] = [
  (text) => text,
  single,
  double,
  hex,
  (text) => `${text.slice(0, 1)}''${text.slice(1)}`,
  (text) => `"${text.slice(0, 1)}"${text.slice(1)}`,
  (text) => `\\${text}`,
  (text) => `${text.slice(0, 1)}\\\n${text.slice(1)}`,
  (text) => `$(echo ${text})`,
  (text) => `"$(printf %s ${text})"`,
  (text) => `\`echo ${text}\``,
  (text) => `\${nothing:-${text}}`,
  (text) => `\${nothing-${text}}`,
  (text) => `${text}$nothing_here_$1`.replace("$nothing_here_", "$@"),
  (text) => `$(printf '${text.slice(0, 1)}%s' ${text.slice(1)})`,
  (text) => `$(cat <<< ${text})`,
];

const names = fc.constantFrom(...standIns);
const plainArgs = fc.constantFrom("-rf", "x", "/etc", "y.txt", "-n", "a/b", "--all=1", "z");
const spelled = (word: fc.Arbitrary<string>) =>
  fc.tuple(word, fc.constantFrom(...spellings)).map(([text, spell]) => spell(text));
const argument = fc.oneof(
  { weight: 5, arbitrary: spelled(plainArgs) },
  fc.constantFrom(
    "{p,q}",
    "/{etc,usr}",
    "a{1..3}",
    "$v",
    '"$v"',
    "${v}",
    "$w",
    '"$w"',
    "$1",
    '"$@"',
    "$*",
    '"$#"',
    "${l[@]}",
    '"${l[@]}"',
    "${l[0]}",
    "$((1+2))",
    "~/q",
    "'a b'",
    '""',
    "<(prog2 in)",
    "$(prog1 in)",
    "k${IFS}m",
  ),
);
const program = fc.oneof(
  { weight: 6, arbitrary: spelled(names) },
  fc.constantFrom("$v", "${v}", '"$v"', "$w", "${l[0]}", "$1", "f", "g"),
);

const simple = fc
  .tuple(
    program,
    fc.array(argument, { maxLength: 3 }),
    fc.constantFrom("", "", "", " > out", " 2>&1", " <<< text"),
  )
  .map(([name, args, redirect]) => `${[name, ...args].join(" ")}${redirect}`);

const assignments = fc.constantFrom(
  "v=rm",
  "v=prog1",
  "v='prog2 -x'",
  "v=$w",
  "w=prog2",
  "w=$v",
  "v=$(echo rm)",
  "v+=x",
  "l=(rm -rf)",
  "l=(prog1 'a b')",
  "l+=(q)",
  "export v=rm",
  "export w",
  "set -- prog1 b c",
  "shift",
  "unset v",
  "read v <<< prog1",
  "declare w=cp",
  "IFS=,",
  "v=rm,-q",
  "unset IFS",
  "printf -v v prog1",
  ": ${w:=prog2}",
  "cd a",
  "cd a/b",
  "cd ..",
  "cd a && cd /nowhere",
  "pushd c",
  "popd",
  "return",
  "break",
  "continue",
  "true",
  "false",
);

/** Whole commands made of pieces that bash understands, most of them. */
export const commandText: fc.Arbitrary<string> = fc.letrec<{ text: string; list: string }>((tie) => ({
  list: fc
    .array(fc.oneof({ weight: 2, arbitrary: assignments }, { weight: 3, arbitrary: tie("text") }), {
      minLength: 1,
      maxLength: 3,
    })
    .chain((parts) =>
      fc
        .array(fc.constantFrom("; ", "; ", "\n", " && ", " || "), {
          minLength: parts.length,
          maxLength: parts.length,
        })
        .map((between) =>
          parts.map((part, index) => (index === 0 ? part : `${between[index]}${part}`)).join(""),
        ),
    ),
  text: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    { weight: 8, arbitrary: simple },
    { weight: 1, arbitrary: fc.tuple(assignments, simple).map(([set, text]) => `${set}; ${text}`) },
    ...wrapped(tie("list")).map((arbitrary) => ({ weight: 1, arbitrary })),
  ),
})).list;

function wrapped(list: fc.Arbitrary<string>): readonly fc.Arbitrary<string>[] {
  const around = (make: (text: string) => string) => list.map(make);
  return [
    ...[
      "env",
      "env A=1 -u B",
      "timeout 1",
      "timeout -s KILL 1",
      "nice -n 1",
      "nohup",
      "command",
      "setsid -w",
    ].map((wrapper) => simple.map((text) => `${wrapper} ${text}`)),
    around((text) => `bash -c ${single(text)} zero one two`),
    around((text) => `sh -c ${single(noBraces(text))}`),
    around((text) => `bash -ec ${double(text)}`),
    around((text) => `eval ${single(text)}`),
    around((text) => `bash <<< ${single(text)}`),
    around((text) => `echo ${single(noBraces(text))} | sh`),
    around((text) => `printf %s ${single(text)} | bash -s one two`),
    around((text) => `bash <(printf %s ${single(text)})`),
    around((text) => `source <(printf %s ${single(text)})`),
    around((text) => `bash <<'END'\n${text}\nEND\n:`),
    around((text) => `trap ${single(text)} EXIT`),
    around((text) => `( ${text} )`),
    around((text) => `{ ${text}\n}`),
    around((text) => `if true; then ${text}\nfi`),
    around((text) => `if false; then ${text}\nelse v=rm; fi`),
    around((text) => `for v in rm prog1; do ${text}\ndone`),
    around((text) => `for w in "$@" cp; do ${text}\ndone`),
    around((text) => `n=; while [ "$n" != xx ]; do n=x$n; ${text}\ndone`),
    around((text) => `case $v in rm) ${text}\n;; *) w=rm;; esac`),
    around((text) => `f() { ${text}\n}; f one two`),
    around((text) => `g() { local v=cp; ${text}\n}; g`),
    around((text) => `f() { ${text}\n}`),
    around((text) => `{ ${text}\n} | cat`),
    around((text) => `{ ${text}\n} &\nwait`),
    around((text) => `false && { ${text}\n}`),
    around((text) => `true || { ${text}\n}`),
    fc.tuple(names, plainArgs).map(([name, arg]) => `echo ${arg} b | xargs ${name} -v`),
    fc.tuple(names, plainArgs).map(([name, arg]) => `echo ${arg} | xargs -I % ${name} pre%post`),
    fc.tuple(names).map(([name]) => `find a -maxdepth 0 -exec ${name} {} \\;`),
    fc.tuple(names).map(([name]) => `find . -name b -exec ${name} -q {} +`),
    fc
      .tuple(names, plainArgs)
      .map(([name, arg]) => `shopt -s expand_aliases\nalias z='${name} ${arg}'\nz more`),
  ];
}

/** Signs and words that mean something to a shell. */
export const shellSign: fc.Arbitrary<string> = fc.constantFrom(
  ..."$ ( ) { } ` \" ' \\ ; & | < > * ? [ ] ~ ! # = , a @ - 0 rm if then fi do done for in E $(( )) ${ $( :- case".split(
    " ",
  ),
  ..."esac function [[ ]] x= <<E <<< && || ;; while until elif else select time coproc".split(" "),
  ...["\n", " ", " ", "eval ", "sh -c ", "sudo ", "xargs ", "find "],
);
