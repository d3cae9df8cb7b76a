import { knownText } from "./marks.ts";
import { namedRows } from "./named-rows.ts";
import type { ReadCode } from "./reading.ts";
import type { Start, Starter } from "./starts.ts";
import { joined } from "./starts.ts";
import type { Field } from "./state.ts";

/** Shells whose texts are read as bash reads them. */
const shells: ReadonlySet<string> = new Set(
  "bash sh dash zsh ksh mksh ash rbash yash osh posh oksh loksh rzsh rksh".split(" "),
);

/** Shells with a language of their own: their texts are told, not read. */
const otherShells: ReadonlySet<string> = new Set(
  "fish tcsh csh nu elvish xonsh pwsh powershell cmd".split(" "),
);

interface Language {
  readonly name: string;
  /** Options whose value is code: letters, and whole words. */
  readonly letters: string;
  readonly words?: string;
  /** Letters of other options with a value. */
  readonly valued?: string;
  /** Its first operand is code. */
  readonly operand?: true;
  /** Options that name a file with the program. */
  readonly file?: string;
}

/** The languages by the names of their programs; a name may end with a version if it is in the first list. */
const versioned = namedRows<Language>([
  ["python pypy ipython", { name: "python", letters: "c", valued: "mWX" }],
  ["node nodejs", { name: "node", letters: "ep", words: "--eval --print -pe", valued: "rC" }],
  ["perl", { name: "perl", letters: "eE", valued: "IMmxV" }],
  ["ruby", { name: "ruby", letters: "e", valued: "IrCE" }],
  [
    "php",
    {
      name: "php",
      letters: "rBRE",
      words: "--run --process-begin --process-code --process-end",
      valued: "dczSt",
    },
  ],
  ["lua luajit", { name: "lua", letters: "e", valued: "l" }],
]);

const unversioned = namedRows<Language>([
  ["deno bun tsx ts-node", { name: "node", letters: "ep", words: "--eval --print eval" }],
  [
    "awk gawk mawk nawk",
    {
      name: "awk",
      letters: "e",
      words: "--source",
      valued: "vFfil",
      operand: true,
      file: "f",
    },
  ],
  [
    "sed gsed",
    {
      name: "sed",
      letters: "e",
      words: "--expression",
      valued: "efl",
      operand: true,
      file: "f",
    },
  ],
  ["Rscript", { name: "r", letters: "e" }],
  ["osascript", { name: "osascript", letters: "e", valued: "ls" }],
  ["julia", { name: "julia", letters: "eE" }],
  ["tclsh expect", { name: "tcl", letters: "c" }],
]);

function languageOf(program: string): Language | undefined {
  let end = program.length;
  while (end > 0 && "0123456789.".includes(program.charAt(end - 1))) end -= 1;
  return unversioned(program) ?? versioned(program.slice(0, end));
}

/** What a command is given to run as text, and what of it is shell. */
export interface Given {
  readonly code: ReadCode | null;
  readonly starts: readonly Start[];
}

const none: Given = { code: null, starts: [] };

/** Finds code in a command's words or in what it reads. */
export function givenCode(starter: Starter): Given {
  const { program } = starter;
  if (shells.has(program)) return shellCode(starter, true);
  if (otherShells.has(program)) return shellCode(starter, false);
  const language = languageOf(program);
  return language ? { code: foreignCode(starter, language), starts: [] } : none;
}

/** `sh -c text name args`, `sh <<< text`, `echo text | sh`, `sh <(echo text)`. */
function shellCode({ program, args, stdin }: Starter, isRead: boolean): Given {
  let at = 0;
  let asText = false;
  let fromInput = false;
  for (; at < args.length; at++) {
    const word = args[at]?.value ?? "";
    if (word === "--" || word === "-") {
      at += 1;
      break;
    }
    if (!/^[-+]./.test(word)) break;
    if (/^--(?:rcfile|init-file)$/.test(word)) at += 1;
    if (/^--?(?:command|commands|encodedcommand|ec)$/i.test(word)) asText = true;
    if (word.startsWith("--")) continue;
    if (/^-[A-Za-z]*c/.test(word)) asText = true;
    if (/^-[A-Za-z]*s/.test(word)) fromInput = true;
    if (/^[-+][A-Za-z]*[oO]$/.test(word)) at += 1;
  }
  const operands = args.slice(at);
  const [first] = operands;
  if (asText) return first ? shellText(program, isRead, joined([first]), operands.slice(1)) : none;
  const script = fromInput ? null : first;
  if (script && script.fed !== null) {
    return shellText(program, isRead, { text: script.fed, feeds: script.feeds }, operands);
  }
  const reads = !script || /^(?:-|\/dev\/(?:stdin|fd\/0)|\/proc\/self\/fd\/0)$/.test(script.value);
  if (!reads || stdin.text === "") return none;
  return shellText(program, isRead, { text: stdin.text, feeds: stdin.input }, [
    ...(fromInput ? args.slice(0, 1) : []),
    ...operands,
  ]);
}

function shellText(
  language: string,
  isRead: boolean,
  source: Pick<Start, "text" | "feeds">,
  operands: readonly Field[],
): Given {
  const code = { language, text: knownText(source.text ?? "") };
  const positional = operands.length > 0 ? operands.map(({ value }) => value) : [language];
  return { code, starts: isRead ? [{ ...source, positional }] : [] };
}

function foreignCode({ args, stdin }: Starter, language: Language): ReadCode | null {
  const texts: string[] = [];
  const words = language.words?.split(" ") ?? [];
  let operand = false;
  let named = false;
  for (let at = 0; at < args.length; at++) {
    const word = args[at]?.value ?? "";
    const [name = word] = word.split("=", 1);
    if (words.includes(name))
      texts.push(name === word ? (args[++at]?.value ?? "") : word.slice(name.length + 1));
    else if (word.startsWith("--")) continue;
    else if (/^-./.test(word)) {
      const letter = [...word.slice(1)].findIndex(
        (one) => language.letters.includes(one) || language.valued?.includes(one),
      );
      if (letter < 0) continue;
      const sign = word.charAt(letter + 1);
      const rest = word.slice(letter + 2);
      const value = rest === "" ? (args[++at]?.value ?? "") : rest;
      if (language.letters.includes(sign)) texts.push(value);
      else if (language.file === sign || sign === "m") named = true;
    } else if (word !== "-") {
      operand = true;
      if (language.operand && texts.length === 0 && !named) texts.push(word);
      break;
    }
  }
  if (texts.length > 0) return { language: language.name, text: knownText(texts.join("\n")) };
  if (operand || named || stdin.text === "" || language.operand) return null;
  return { language: language.name, text: knownText(stdin.text) };
}
