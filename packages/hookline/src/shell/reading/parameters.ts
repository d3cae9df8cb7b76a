import type { ParameterExpansionPart, Word } from "unbash";
import { remember } from "./environment.ts";
import { computed, given, isKnown } from "./marks.ts";
import type { Reader } from "./state.ts";

/** What stands behind `$name`. */
export interface Parameter {
  readonly values: readonly string[];
  /** `$@` and `${list[@]}`: quoted, each value stays a word of its own. */
  readonly each: boolean;
  /** Null if the environment decides. */
  readonly set: boolean | null;
}

const one = (value: string): Parameter => ({ values: [value], each: false, set: true });
const nothing: Parameter = { values: [], each: false, set: false };
const undecided: Parameter = { values: [given], each: false, set: null };

/** Names that an environment holds nearly everywhere, so that nobody can count on their being unset. */
const everywhere =
  /^(BASH\w*|COLUMNS|DBUS_\w+|DISPLAY|EDITOR|EUID|GROUPS|HOME|HOST\w*|LANG\w*|LC_\w+|LINES|LOGNAME|LS_COLORS|MAIL|MACHTYPE|OLDPWD|OPTERR|OPTIND|OSTYPE|PAGER|PATH|PIPESTATUS|PPID|PS[0-4]|PWD|RANDOM|SECONDS|SHELL\w*|SHLVL|SRANDOM|SSH_\w+|SUDO_\w+|TERM\w*|TMPDIR|TZ|UID|USER\w*|VISUAL|XDG_\w+|npm_\w+|_)$/;

/** Names whose value the shell itself sets, whatever is assigned to them. */
const ownWay =
  /^(?:_|BASH_(?:COMMAND|ARGV0|SUBSHELL)|BASHPID|S?RANDOM|SECONDS|EPOCH\w+|LINENO|FUNCNAME|DIRSTACK|PIPESTATUS|GROUPS|HISTCMD|COMP_\w+)$/;

/** What a variable, a positional or a special parameter holds. */
export function parameter(reader: Reader, name: string): Parameter {
  const { entries } = reader.environment;
  if (/^\d+$/.test(name) || name === "@" || name === "*" || name === "#") return positional(reader, name);
  if (/^\W$/.test(name) || ownWay.test(name)) return one(given);
  const entry = entries.get(`v:${name}`);
  if (entry?.kind === "unset") return nothing;
  if (entry?.kind === "variable")
    return { values: entry.values.slice(0, 1), each: false, set: entry.values.length > 0 };
  if (name === "IFS") return one(" \t\n");
  const known = reader.variables[name];
  return known === undefined ? undecided : one(known);
}

function positional(reader: Reader, name: string): Parameter {
  const entry = reader.environment.entries.get("@");
  const words = entry?.kind === "words" ? entry.words : [given];
  if (!words) return { values: [given], each: name === "@", set: null };
  if (name === "#") return one(String(words.length - 1));
  if (name === "@" || name === "*") {
    return { values: words.slice(1), each: name === "@", set: words.length > 1 };
  }
  const word = words[Number(name)];
  return word === undefined ? nothing : one(word);
}

/** What an expansion in braces starts from. */
export function baseOf(reader: Reader, { parameter: name, index }: ParameterExpansionPart): Parameter {
  return index ? element(reader, name, index.text) : parameter(reader, name);
}

/** What an expansion in braces becomes; `operand` reads the word after its operator. */
export function braced(
  reader: Reader,
  part: ParameterExpansionPart,
  operand: (word: Word) => string,
): Parameter {
  const base = baseOf(reader, part);
  const { operation } = part;
  if (part.prefix === "#" && !operation) return counted(base);
  if (part.prefix) return one(computed);
  if (!operation) return base;
  if (operation.type !== "Default") return reshaped(base);
  const other = operand(operation.operand);
  const sign = operation.operator.slice(-1);
  const empty = operation.operator.length > 1 && base.values.join(" ") === "";
  const absent = base.set === false || empty || (base.set === null && !everywhere.test(part.parameter));
  if (sign === "+") {
    if (base.set === true && !empty) return one(other);
    // Capital letters: the environment may well hold it.
    return base.set === null && !/[a-z]/.test(part.parameter)
      ? one(computed)
      : absent
        ? nothing
        : one(computed);
  }
  if (sign === "?" || !absent) return base;
  if (sign === "=")
    remember(reader.environment, `v:${part.parameter}`, {
      kind: "variable",
      values: [other],
      exported: false,
    });
  return one(other);
}

function counted(base: Parameter): Parameter {
  const text = base.values.join(" ");
  return isKnown(text) ? one(String(base.each ? base.values.length : text.length)) : one(given);
}

/** Cut, replaced, in other letters: not worked out. Of what came from outside, it is still from outside. */
function reshaped(base: Parameter): Parameter {
  const text = base.values.join(" ");
  if (text === "" && base.set === false) return nothing;
  return { ...base, values: [text === given ? given : computed] };
}

function element(reader: Reader, name: string, index: string): Parameter {
  const entry = reader.environment.entries.get(`v:${name}`);
  if (entry?.kind === "unset") return nothing;
  if (entry?.kind !== "variable") return { ...undecided, each: index === "@" };
  if (index === "@" || index === "*") {
    return { values: entry.values, each: index === "@", set: entry.values.length > 0 };
  }
  if (!/^\d+$/.test(index)) return one(computed);
  const value = entry.values[Number(index)];
  if (entry.values.some((each) => !isKnown(each))) return one(value ?? computed);
  return value === undefined ? nothing : one(value);
}
