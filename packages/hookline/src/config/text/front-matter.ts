import { isObject } from "../../contract/json.ts";
import { deepest, tooDeepAt } from "./json-scan.ts";
import { type JsonText, type TextProblem, textOfTree } from "./json-text.ts";
import { lineFinder } from "./text-lines.ts";

/** What takes long to read is not read: a project's files are looked at before anybody has approved them. */
const largest = 65_536;

/** The lines between the two `---` at the beginning of a text, and where they begin. */
interface Head {
  readonly text: string;
  readonly offset: number;
  readonly closed: boolean;
}

/** Reads the front matter of a Markdown file: its value is empty where there is none, or no `hooks` in it. */
export async function parseFrontMatter(source: string): Promise<JsonText | TextProblem> {
  const head = headOf(source);
  // Most skills and agents have no hooks, whatever else may be wrong with them.
  if (!head || !hooksKey.test(head.text)) return nothing;
  if (!head.closed) {
    const hint = "end it with a line ---";
    return problemAt(
      source,
      0,
      "error",
      "the front matter of this file does not end, so its hooks are not read",
      hint,
    );
  }
  const deep = tooDeepAt(head.text);
  if (head.text.length > largest || deep !== null) {
    const what =
      deep === null ? `has more than ${largest} characters` : `is nested more than ${deepest} deep`;
    const hint = "nobody writes that by hand: look for what is not closed";
    return problemAt(source, head.offset + (deep ?? 0), "error", `the front matter ${what}`, hint);
  }
  const { yamlTree } = await import("./yaml-tree.ts");
  const whole = yamlTree(head.text, head.offset);
  if ("kind" in whole) return filled(textOfTree(source, whole));
  // What is wrong beside the hooks must not take them along.
  const hooks = yamlTree(onlyHooks(head.text), head.offset);
  const { offset, message } = "kind" in hooks ? whole : hooks;
  const hint = "put texts with a colon, a # or a quote in them in quotes, and indent with spaces";
  const text = `the front matter is no YAML here (${message})`;
  if (!("kind" in hooks)) return problemAt(source, offset, "error", text, hint);
  const document = filled(textOfTree(source, hooks));
  const warning = problemAt(source, offset, "warning", `${text}; its hooks hold`, hint);
  return { ...document, problems: [warning, ...document.problems] };
}

/** A key without a value says nothing. */
function filled(document: JsonText): JsonText {
  return isObject(document.value) && document.value.hooks === null ? nothing : document;
}

const nothing: JsonText = {
  value: {},
  problems: [],
  recheck: null,
  locate: () => ({ line: 1, column: 1 }),
};

const hooksKey = /^(?:hooks|"hooks"|'hooks')[ \t]*:/m;

function headOf(source: string): Head | null {
  const [opening] = /^\uFEFF?---[ \t]*(?:\r\n|\n|\r)/.exec(source) ?? [];
  if (opening === undefined) return null;
  const offset = opening.length;
  const rest = source.slice(offset);
  const end = /^---[ \t]*$/m.exec(rest)?.index;
  return { text: rest.slice(0, end ?? rest.length), offset, closed: end !== undefined };
}

/** The text with nothing in it but `name` and `hooks`; everything stays where it is. */
function onlyHooks(text: string): string {
  let kept = false;
  const lines = text.split(/(?<=\n)/).map((line) => {
    if (/^[^\s#]/.test(line)) kept = hooksKey.test(line) || /^name[ \t]*:/.test(line);
    return kept ? line : line.replaceAll(/[^\r\n]/g, " ");
  });
  return lines.join("");
}

function problemAt(
  source: string,
  offset: number,
  severity: TextProblem["severity"],
  message: string,
  hint: string,
): TextProblem {
  return { ...lineFinder(source)(offset), severity, message, hint };
}
