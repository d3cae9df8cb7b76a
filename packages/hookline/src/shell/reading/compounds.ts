import type { Case, CommandNode, CompoundList, For, If, Redirected, Select, TestExpression } from "unbash";
import { oneOf, partly, remember, settle } from "./environment.ts";
import { expandText, expandWord } from "./expansion.ts";
import { computed, given, isKnown } from "./marks.ts";
import { parameter } from "./parameters.ts";
import { outputAfter, readOutlets, readRedirects } from "./redirects.ts";
import { type Field, place, type Reader, type Scope, since } from "./state.ts";
import { readSubscript } from "./subscripts.ts";
import { inSubshell } from "./subshell.ts";
import { type Expansion, effects } from "./substitution.ts";

/** How to go on with what is inside. */
export interface Compound {
  readonly list: (reader: Reader, list: CompoundList, scope: Scope) => string;
  readonly one: (reader: Reader, node: CommandNode, scope: Scope) => string;
}

/** So many values of a loop are looked at one by one. */
const mostRounds = 16;

/** Reads groups, loops, branches and definitions. */
export function walkCompound(
  reader: Reader,
  node: Exclude<CommandNode, { type: "Command" }>,
  scope: Scope,
  walks: Compound,
): string {
  const { environment } = reader;
  const expansion: Expansion = { reader, scope, outlets: [] };
  switch (node.type) {
    case "BraceGroup":
      return walks.list(reader, node.body, scope);
    case "Subshell":
      return inSubshell(reader, () => walks.list(reader, node.body, scope));
    case "Redirected":
      return walkRedirected(reader, node, scope, walks);
    case "Function":
      reader.defined.set(node, node.name.value);
      remember(environment, `f:${node.name.value}`, { kind: "function", nodes: [node], sure: true });
      return "";
    case "If":
      return walkIf(reader, node, scope, walks);
    case "While":
      return loop(reader, () => {
        walks.list(reader, node.clause, scope);
        partly(environment, () => walks.list(reader, node.body, { ...scope, conditional: true }));
      });
    case "For":
    case "Select":
      return walkFor(expansion, node, walks);
    case "ArithmeticFor":
      effects({ ...expansion, scope }, node);
      return loop(reader, () => walks.list(reader, node.body, { ...scope, conditional: true }));
    case "Case":
      return walkCase(expansion, node, walks);
    case "Coproc":
      inSubshell(reader, () => {
        const { body } = node;
        return body.type === "CompoundList"
          ? walks.list(reader, body, scope)
          : walks.one(reader, body, scope);
      });
      return "";
    case "TestCommand":
      walkTest(expansion, node.expression);
      return "";
    default:
      effects(expansion, node);
      return "";
  }
}

/** Operators of `[[` whose words are arithmetic or names of variables. */
const evaluating = /^-(?:eq|ne|lt|le|gt|ge|v|R)$/;

function walkTest(expansion: Expansion, test: TestExpression): void {
  if (test.type === "TestLogical") for (const one of test.operands) walkTest(expansion, one);
  else if (test.type === "TestNot") walkTest(expansion, test.operand);
  else if (test.type === "TestGroup") walkTest(expansion, test.expression);
  else if (evaluating.test(test.operator)) {
    const words = test.type === "TestUnary" ? [test.operand] : [test.left, test.right];
    const { reader, scope } = expansion;
    for (const word of words) readSubscript(reader, expandText(expansion, word).value, scope);
  } else effects(expansion, test);
}

function walkRedirected(reader: Reader, node: Redirected, scope: Scope, walks: Compound): string {
  const expansion: Expansion = { reader, scope, outlets: [] };
  const read = readRedirects(expansion, node.redirects);
  if (read.redirects.length > 0) {
    reader.start({ words: [], redirects: read.redirects, assignments: [], plain: true, scope });
  }
  const from = place(reader);
  const output = walks.one(reader, node.command, { ...scope, stdin: read.stdin ?? scope.stdin });
  readOutlets(expansion, { input: since(reader, from), text: output });
  return outputAfter(node.redirects, output);
}

function walkIf(reader: Reader, node: If, scope: Scope, walks: Compound): string {
  walks.list(reader, node.clause, scope);
  const inside: Scope = { ...scope, conditional: true };
  let output = "";
  const branch = (list: CompoundList) => () => {
    output += walks.list(reader, list, inside);
  };
  const ways = [branch(node.then)];
  for (const elif of node.elif) {
    walks.list(reader, elif.clause, inside);
    ways.push(branch(elif.then));
  }
  ways.push(node.else ? branch(node.else) : () => {});
  oneOf(reader.environment, ways);
  return output === "" ? "" : computed;
}

function walkCase(expansion: Expansion, node: Case, walks: Compound): string {
  const { reader, scope } = expansion;
  expandText(expansion, node.word);
  for (const item of node.items) for (const pattern of item.pattern) expandText(expansion, pattern);
  const inside: Scope = { ...scope, conditional: true };
  let output = "";
  const ways = node.items.map(({ body }) => () => {
    output += walks.list(reader, body, inside);
  });
  const apart = node.items.every(({ terminator }) => terminator === undefined || terminator === ";;");
  if (apart) oneOf(reader.environment, [() => {}, ...ways]);
  else partly(reader.environment, () => ways.forEach((way) => void way()));
  return output === "" ? "" : computed;
}

function walkFor(expansion: Expansion, node: For | Select, walks: Compound): string {
  const { reader, scope } = expansion;
  const { environment } = reader;
  const fields = node.wordlist?.flatMap((word) => expandWord(expansion, word));
  const values = fields ? fields.map(loopValue) : parameter(reader, "@").values;
  const inside: Scope = { ...scope, conditional: true };
  const round = (value: string) => {
    remember(environment, `v:${node.name.value}`, { kind: "variable", values: [value], exported: false });
    return walks.list(reader, node.body, inside);
  };
  if (node.type === "Select" || values.length > mostRounds) {
    const unknown = values.every(isKnown) ? computed : given;
    return loop(reader, () => void round(unknown));
  }
  const moment = environment.log.length;
  const from = place(reader);
  const jumps = reader.jumps;
  const rounds = () => values.map(round).join("");
  const output = rounds();
  if (reader.jumps === jumps) return output;
  // A round may have ended early: what it would have set may be what it was before.
  settle(environment, moment);
  reader.commands.length = from;
  partly(environment, rounds);
  return output === "" ? "" : computed;
}

/** A pattern for file names becomes a name that begins and ends like it. */
function loopValue({ value, glob }: Field): string {
  if (!glob) return value;
  const [before = ""] = value.split(/[*?[@+!]/);
  return `${before}${given}${value.split(/[*?\])]/).pop() ?? ""}`;
}

/** Goes round once and, if that changed what is known, once more with what is known in every round. */
function loop(reader: Reader, act: () => void): string {
  const from = place(reader);
  const moment = reader.environment.log.length;
  act();
  if (settle(reader.environment, moment)) {
    reader.commands.length = from;
    const again = reader.environment.log.length;
    act();
    settle(reader.environment, again);
  }
  return reader.commands.length > from ? computed : "";
}
