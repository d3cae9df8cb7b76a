import type { Node } from "jsonc-parser";
import type { Json } from "../../contract/json.ts";
import { type TextStyle, writeJson } from "./write-json.ts";

/** A part of a text that becomes another one. */
interface Edit {
  readonly at: number;
  readonly length: number;
  readonly text: string;
}

/** A comma or a comment between two values. */
interface Piece {
  readonly kind: "comma" | "line" | "block";
  readonly start: number;
  readonly end: number;
}

/** The text with a value added at the end of a list, or with a member at the end of an object if it has a key; comments stay where they are. */
export function withAdded(
  text: string,
  container: Node,
  style: TextStyle,
  value: Json,
  key?: string,
): string {
  const children = container.children ?? [];
  const inside = container.offset + 1;
  const close = endOf(container) - 1;
  const last = children.at(-1);
  const from = last ? endOf(last) : inside;
  const between = piecesIn(text, from, close);
  const at = between.at(-1)?.end ?? from;
  const trailing = last !== undefined && between.some(({ kind }) => kind === "comma");
  const flat = style.flat || (last !== undefined && !text.slice(container.offset, close).includes("\n"));
  const base = indentAt(text, container.offset);
  const indent = flat ? base : (ownIndent(text, children[0]) ?? base + style.step);
  const gap = style.flat ? style.gap : " ";
  const colon = `:${gap}`;
  const written = writeJson(value, flat ? { ...style, flat, gap } : style, indent);
  const item = key === undefined ? written : `${JSON.stringify(key)}${colon}${written}`;
  const lead = flat ? (last || between.length > 0 ? gap : "") : style.eol + indent;
  const after = trailing ? "," : "";
  const edits: Edit[] = [];
  if (last && !trailing) edits.push({ at: from, length: 0, text: "," });
  if (last || between.length > 0) {
    const open = !last && !flat && !text.slice(at, close).includes("\n");
    edits.push({ at, length: 0, text: `${lead}${item}${after}${open ? style.eol + base : ""}` });
  } else {
    edits.push({
      at: inside,
      length: close - inside,
      text: flat ? lead + item : `${lead}${item}${style.eol}${base}`,
    });
  }
  return applied(text, edits);
}

/** The text without one child of a list or an object; every comment around it stays. */
export function withoutChild(text: string, container: Node, index: number): string {
  const children = container.children ?? [];
  const [before, child, next] = [children[index - 1], children[index], children[index + 1]];
  if (!child) return text;
  const inside = before ? endOf(before) : container.offset + 1;
  const close = endOf(container) - 1;
  const end = endOf(child);
  const leading = piecesIn(text, inside, child.offset);
  const following = piecesIn(text, end, next?.offset ?? close);
  const comments = [...leading, ...following].filter(({ kind }) => kind !== "comma");
  if (children.length === 1 && comments.length === 0)
    return applied(text, [{ at: inside, length: close - inside, text: "" }]);
  const comma = following.find(({ kind }) => kind === "comma");
  const spare = comma ?? leading.find(({ kind }) => kind === "comma");
  const rest = comma?.end ?? end;
  const beside = following.some(
    ({ kind, start }) => kind !== "comma" && !text.slice(end, start).includes("\n"),
  );
  const swallows = leading.at(-1)?.kind === "line" && !/^[ \t]*\r?\n/.test(text.slice(rest));
  const from = beside || swallows ? child.offset : (leading.at(-1)?.end ?? inside);
  const edits: Edit[] = [{ at: from, length: end - from, text: "" }];
  if (spare) edits.push({ at: spare.start, length: 1, text: "" });
  return applied(text, edits);
}

/** The text with another value in the place of one. */
export function withValue(text: string, { offset, length }: Node, value: Json): string {
  return applied(text, [{ at: offset, length, text: JSON.stringify(value) }]);
}

function applied(text: string, edits: readonly Edit[]): string {
  // Of two at one place the first ends up before the other.
  const fromEnd = edits.toReversed().sort((one, other) => other.at - one.at);
  return fromEnd.reduce(
    (all, { at, length, text: added }) => all.slice(0, at) + added + all.slice(at + length),
    text,
  );
}

function endOf({ offset, length }: Node): number {
  return offset + length;
}

/** The commas and comments in a stretch without values. */
function piecesIn(text: string, from: number, to: number): readonly Piece[] {
  const pieces: Piece[] = [];
  const sign = /,|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//y;
  for (let at = from; at < to; ) {
    sign.lastIndex = at;
    const [found] = sign.exec(text) ?? [];
    if (found === undefined) {
      at++;
      continue;
    }
    const kind = found === "," ? "comma" : found.startsWith("//") ? "line" : "block";
    pieces.push({ kind, start: at, end: at + found.length });
    at += found.length;
  }
  return pieces;
}

/** The white space that the line of an offset begins with. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

/** The white space before a child that begins its line. */
function ownIndent(text: string, child: Node | undefined): string | null {
  if (!child) return null;
  const start = text.lastIndexOf("\n", child.offset - 1) + 1;
  const before = text.slice(start, child.offset);
  return start > 0 && /^[ \t]*$/.test(before) ? before : null;
}
