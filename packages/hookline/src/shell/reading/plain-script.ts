import type { ParsedScript, Word } from "unbash";

/** Words that mean something else than a program where one begins. */
const reserved: ReadonlySet<string> = new Set(
  "if then elif else fi for while until do done case esac in function select time coproc".split(" "),
);

/**
 * The syntax of a text that is one program with words which stand for themselves, as the parser gives it; null for everything else.
 * Most of what agents run is no more than that, and the parser takes a while to load.
 */
export function plainScript(text: string): ParsedScript | null {
  const end = text.length;
  if (end === 0 || end > longest || !isPlain(text)) return null;
  const words = wordsOf(text);
  const [name, ...args] = words;
  if (!name || reserved.has(name.text) || words.some(isAssignment)) return null;
  const command = {
    type: "Command",
    pos: 0,
    end,
    name,
    prefix: [],
    suffix: args,
    args,
    redirects: [],
  } as const;
  return {
    type: "Script",
    pos: 0,
    end,
    shebang: undefined,
    commands: [{ type: "Statement", pos: 0, end, command, background: undefined }],
    errors: undefined,
  };
}

const longest = 1_000;
const space = 32;

/** True if a text begins and ends with a word, and every sign in it is a space or stands for itself wherever it is. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isLetter = (code | 32) >= 97 && (code | 32) <= 122;
    if (!isLetter && !(code >= 48 && code <= 58) && !others.includes(code)) return false;
  }
  return text.charCodeAt(0) !== space && text.charCodeAt(text.length - 1) !== space;
}

/** ` % + , - . / = @ _` */
const others = [space, 37, 43, 44, 45, 46, 47, 61, 64, 95];

function wordsOf(text: string): readonly Word[] {
  const words: Word[] = [];
  let pos = 0;
  for (const word of text.split(" ")) {
    if (word !== "")
      words.push({ type: "Word", text: word, pos, end: pos + word.length, value: word, parts: undefined });
    pos += word.length + 1;
  }
  return words;
}

/** `A=1`, also behind `export`; an option is none. */
function isAssignment({ text }: Word): boolean {
  return text.includes("=") && !text.startsWith("--");
}
