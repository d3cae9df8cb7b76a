import { parse, type Word, type WordPart } from "unbash";
import { expandedBraces } from "./braces.ts";
import {
  addGlob,
  addSplit,
  addText,
  builtFields,
  endField,
  type FieldBuilder,
  fieldBuilder,
  fieldOf,
} from "./fields.ts";
import { noteOldArithmetic, noteOpen } from "./leniency.ts";
import { addLiteral, noteOdd, type Tildes } from "./literals.ts";
import { beginning, computed, given, isKnown } from "./marks.ts";
import { baseOf, braced, type Parameter, parameter } from "./parameters.ts";
import { type Field, place, since, spend, step } from "./state.ts";
import { readExpanded } from "./subscripts.ts";
import { type Expansion, effects, printed, substituted, sumOf } from "./substitution.ts";

/** Expands one word to the words that the command gets. */
export function expandWord(expansion: Expansion, word: Word): readonly Field[] {
  const { reader } = expansion;
  step(reader);
  const parts = word.parts;
  if (!parts && !word.text.startsWith("~")) {
    if (reader.odd) noteOdd(reader, word.value);
    if (word.text.includes("$[")) noteOldArithmetic(reader, word.text);
    return [
      {
        text: word.text,
        value: word.value,
        glob: false,
        bare: word.text === word.value,
        feeds: [],
        fed: null,
      },
    ];
  }
  if (parts?.some(({ type }) => type === "BraceExpansion")) return expandBraces(expansion, word);
  const { values, set } = parameter(reader, "IFS");
  const separators = set === false ? " \t\n" : values.join("");
  const builder = fieldBuilder(isKnown(separators) ? separators : null);
  addParts(expansion, builder, partsOf(word), false, "word");
  return counted(expansion, builtFields(builder, word.text));
}

/** What words become can grow with every step: it counts too. */
function counted({ reader }: Expansion, fields: readonly Field[]): readonly Field[] {
  let characters = 0;
  for (const { value } of fields) characters += value.length;
  step(reader, fields.length);
  spend(reader, characters);
  return fields;
}

/** Expands the value of an assignment, a here-document or the like: always one text. */
export function expandText(
  expansion: Expansion,
  word: { readonly text: string; readonly value: string; readonly parts?: readonly WordPart[] | undefined },
  place: "assignment" | "text" = "text",
): Field {
  step(expansion.reader);
  const builder = fieldBuilder("");
  addParts(expansion, builder, partsOf(word), true, place);
  return counted(expansion, builtFields(builder, word.text))[0] ?? fieldOf("", word.text);
}

function partsOf(word: {
  readonly text: string;
  readonly value: string;
  readonly parts?: readonly WordPart[] | undefined;
}) {
  return word.parts ?? [{ type: "Literal" as const, text: word.text, value: word.value }];
}

type Part = WordPart | { readonly type: "Literal"; readonly text: string; readonly value: string };

function addParts(
  expansion: Expansion,
  builder: FieldBuilder,
  parts: readonly Part[],
  quoted: boolean,
  tildes: Tildes,
): void {
  const { reader } = expansion;
  let first = true;
  let before = "";
  for (const part of parts) {
    if (part.type === "Literal") addLiteral(reader, builder, part, first, tildes);
    else if (part.type === "SingleQuoted" || part.type === "AnsiCQuoted") quote(builder, part.value);
    else if (part.type === "DoubleQuoted" || part.type === "LocaleString") {
      // `"$@"` with nothing to hold is no word at all.
      if (!part.parts.some(isEach)) quote(builder, "");
      builder.bare = false;
      addParts(expansion, builder, part.parts, true, "text");
    } else if (part.type === "Glob" || part.type === "ExtendedGlob") {
      if (quoted) addText(builder, part.text);
      else addGlob(builder, part.type === "Glob" ? part.value : part.text);
      if (part.text.startsWith("[")) noteOldArithmetic(reader, `${before.slice(-2)}[`);
      effects(expansion, part);
    } else addExpansion(expansion, builder, part, quoted);
    first = false;
    before = part.text;
  }
}

function quote(builder: FieldBuilder, text: string): void {
  builder.bare = false;
  addText(builder, text);
}

const isEach = (part: WordPart): boolean =>
  part.type === "SimpleExpansion"
    ? part.text === "$@"
    : part.type === "ParameterExpansion" && /@/.test(part.text);

function addExpansion(expansion: Expansion, builder: FieldBuilder, part: WordPart, quoted: boolean): void {
  const { reader } = expansion;
  if (part.type === "SimpleExpansion") addParameter(builder, parameter(reader, part.text.slice(1)), quoted);
  else if (part.type === "ParameterExpansion") {
    if (part.index) effects(expansion, part.index);
    if (part.operation && part.operation.type !== "Default") effects(expansion, part);
    if (part.operation?.type === "Transform" && part.operation.operand.text === "P")
      readExpanded(reader, baseOf(reader, part).values.join(" "), expansion.scope);
    const operand = (word: Word) => expandText(expansion, word).value;
    addParameter(builder, braced(reader, part, operand), quoted);
  } else if (part.type === "CommandExpansion") {
    const from = place(reader);
    noteOpen(reader, part);
    const output = substituted(expansion, part.script, part.end - part.pos);
    builder.feeds.push(...since(reader, from));
    if (quoted) addText(builder, output);
    else addSplit(builder, output);
  } else if (part.type === "ArithmeticExpansion") {
    effects(expansion, part);
    const sum = sumOf(part.text.slice(3, -2));
    if (quoted) addText(builder, sum);
    else addSplit(builder, sum);
  } else if (part.type === "ProcessSubstitution") addProcess(expansion, builder, part);
  else if (part.type === "BraceExpansion") addText(builder, computed);
}

function addProcess(
  expansion: Expansion,
  builder: FieldBuilder,
  part: Extract<WordPart, { type: "ProcessSubstitution" }>,
): void {
  const { reader } = expansion;
  builder.bare = false;
  if (part.operator === ">") {
    if (part.script) expansion.outlets.push({ script: part.script });
  } else {
    const from = place(reader);
    builder.fed = printed(expansion, part.script, part.end - part.pos);
    builder.feeds.push(...since(reader, from));
  }
  addText(builder, `/dev/fd/${given}`);
}

function addParameter(builder: FieldBuilder, { values, each }: Parameter, quoted: boolean): void {
  builder.bare = false;
  if (quoted && !each) {
    addText(builder, values.join(" "));
    return;
  }
  values.forEach((value, index) => {
    if (index > 0) endField(builder);
    if (quoted) addText(builder, value);
    else addSplit(builder, value);
  });
}

/** Brace lists are written out first, and each word is then read as if it stood there. */
function expandBraces(expansion: Expansion, word: Word): readonly Field[] {
  const { reader } = expansion;
  const texts = expandedBraces(word.text);
  const fields = texts?.map((text): readonly Field[] | null => {
    spend(reader, text.length);
    const [statement, ...more] = parse(`: ${text}`).commands;
    const command = statement?.command;
    if (more.length > 0 || command?.type !== "Command" || command.redirects.length > 0) return null;
    const words = command.args.filter((argument) => argument.type === "Word");
    if (words.length !== command.args.length || words.length > 1) {
      const plain = /^[\w=/.,+:@%-]+$/.test(text);
      return plain ? [fieldOf(text)] : null;
    }
    if (words[0]?.parts?.some(({ type }) => type === "BraceExpansion")) return null;
    return words.flatMap((one) => expandWord(expansion, one));
  });
  if (!texts) reader.unread ??= "a list in braces makes more words than can be looked at";
  if (!fields || fields.includes(null))
    return [fieldOf(`${beginning(word.text.split(/["'\\${]/)[0] ?? "")}${computed}`, word.text)];
  return fields.flatMap((each) => each ?? []);
}
