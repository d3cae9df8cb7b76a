import type { AndOr, CommandNode, Function as FunctionNode, ParsedScript, Pipeline, Statement } from "unbash";
import { type Compound, walkCompound } from "./compounds.ts";
import { isolated, remember, settle } from "./environment.ts";
import { noteBareNegation } from "./leniency.ts";
import { computed, isKnown } from "./marks.ts";
import { walkCommand } from "./simple-command.ts";
import { place, type Reader, type Scope, since, step, stop } from "./state.ts";
import { inSubshell } from "./subshell.ts";

/** How many shells, groups and substitutions may be inside each other. */
const deepest = 120;

/** Reads a script, and gives back what it would print. */
export function walkScript(reader: Reader, script: ParsedScript, scope: Scope): string {
  const [error] = script.errors ?? [];
  if (error) reader.unread ??= `it is no valid shell: ${error.message}`;
  const { source = scope.source } = script;
  return walkList(reader, script.commands, source === scope.source ? scope : { ...scope, source });
}

function walkList(reader: Reader, statements: readonly Statement[], scope: Scope): string {
  if (scope.depth > deepest) stop(reader, "it is nested too deeply");
  let output = "";
  for (const statement of statements) output += walkStatement(reader, statement, scope);
  return output;
}

function walkStatement(reader: Reader, { command, background }: Statement, scope: Scope): string {
  if (!background) return walkNode(reader, command, scope);
  noteBareNegation(reader, command);
  return inSubshell(reader, () => walkNode(reader, command, { ...scope, behind: true }));
}

function walkNode(reader: Reader, node: Statement["command"], scope: Scope): string {
  step(reader);
  if (node.type === "AndOr") return walkAndOr(reader, node, scope);
  if (node.type === "Pipeline") return walkPipeline(reader, node, scope);
  return walkOne(reader, node, scope);
}

function walkOne(reader: Reader, node: CommandNode, scope: Scope): string {
  if (node.type === "Command") return walkCommand(reader, node, scope);
  const inside = { ...scope, depth: scope.depth + 1 };
  return walkCompound(reader, node, inside, walks);
}

const walks: Compound = {
  list: (reader, list, scope) => walkList(reader, list.commands, scope),
  one: walkOne,
};

/** Each part runs beside the others and reads what the one before it prints. */
function walkPipeline(reader: Reader, { commands, prefixes }: Pipeline, scope: Scope): string {
  const [only, ...more] = commands;
  if (only && more.length === 0) {
    const timed = prefixes.some(({ type }) => type === "Time");
    return walkOne(reader, only, timed ? { ...scope, via: [...scope.via, "time"] } : scope);
  }
  let { stdin } = scope;
  let output = "";
  const recursions = reader.recursions;
  for (const command of commands) {
    const from = place(reader);
    output = inSubshell(reader, () => walkOne(reader, command, { ...scope, stdin, piped: true }));
    stdin = { input: since(reader, from), text: output };
  }
  if (reader.recursions - recursions > 1) reader.forkBomb = true;
  return output;
}

/** What follows the first command may be left out, from any of them on. */
function walkAndOr(reader: Reader, { commands, operators }: AndOr, scope: Scope): string {
  const { environment } = reader;
  for (const command of commands) noteBareNegation(reader, command);
  const [first, ...rest] = commands;
  let output = first ? walkNode(reader, first, scope) : "";
  const inside: Scope = { ...scope, conditional: true };
  const moment = environment.log.length;
  let sure = false;
  rest.forEach((node, index) => {
    const and = operators[index] === "&&";
    // After `|| exit` all went well.
    sure = !and && leaves(node);
    if (sure) {
      isolated(environment, () => {
        settle(environment, moment);
        walkNode(reader, node, inside);
      });
    } else if (!and) settle(environment, moment);
    if (and || sure) allWentWell(reader);
    if (sure) return;
    const printed = walkNode(reader, node, inside);
    if (!and) settle(environment, moment);
    const follows = printed === "" || (and && output !== "" && isKnown(output));
    output += follows ? printed : computed;
  });
  if (!sure) settle(environment, moment);
  return output;
}

function allWentWell({ environment }: Reader): void {
  const entry = environment.entries.get("/");
  if (entry?.kind !== "folders" || entry.ifDone === entry.folders) return;
  remember(environment, "/", { ...entry, folders: entry.ifDone });
}

/** True for `exit` and `return` after `||`. */
function leaves(node: AndOr["commands"][number]): boolean {
  return node.type === "Command" && /^(?:exit|return|continue|break)$/.test(node.name?.text ?? "");
}

/** Reads the body of a function, and gives back what it would print. */
export function walkBody(reader: Reader, { body }: FunctionNode, scope: Scope): string {
  return body.type === "CompoundList" ? walkList(reader, body.commands, scope) : walkOne(reader, body, scope);
}
