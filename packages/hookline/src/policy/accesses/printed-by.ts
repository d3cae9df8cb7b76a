import type { ReadCommand } from "../../shell/reading/reading.ts";

/** What a command prints, if it is plain: `echo`, `printf`, `cat` of a here-document; null if only running it tells. */
export function printedBy(command: ReadCommand): string | null {
  const { program, args, inputText, operands, dynamic, redirects } = command;
  if (dynamic || redirects.some(({ access }) => access === "read")) return null;
  if (program === "" || program === ":" || program === "true") return "";
  if (program === "cat" && operands.length === 0) return inputText;
  if (program !== "echo" && program !== "printf") return null;
  if (args.some(({ value }) => value === null)) return null;
  const texts = args.map(({ value }) => value ?? "");
  if (program === "echo") {
    const option = /^-[neE]+$/.test(texts[0] ?? "") ? (texts.shift() ?? "") : "";
    const line = texts.join(" ");
    return `${option.includes("e") ? unescaped(line) : line}\n`;
  }
  const [form = "", ...values] = texts;
  return unescaped(form).replace(/%[sb]/g, () => values.shift() ?? "");
}

const unescaped = (text: string): string => text.replaceAll("\\n", "\n").replaceAll("\\t", "\t");
