import { baseName } from "../contract/base-name.ts";
import { valuedOptions } from "./reading/options.ts";
import { xargsRow } from "./reading/starts-searched.ts";
import type { WrapperRow } from "./reading/wrapper-row.ts";
import { wrapperTable } from "./reading/wrapper-table.ts";

/** How a program that starts another one is called. */
interface Launcher {
  /** Its options that take the next word as their value. */
  readonly valued: readonly string[];
  /** Its own operands before the command that it starts. */
  readonly own: number;
  /** Options with a command line as text. */
  readonly code?: RegExp;
}

/** Options with a command line as text, where there are any. */
const codes: { readonly [name: string]: RegExp } = {
  env: /^(-[a-z]*S|--split-string)/,
  flock: /^(-c|--command)$/,
  npx: /^(-c|--call)(=|$)/,
};

/** How a program is called, by the table of all that start others. */
function launcher(name: string, row: WrapperRow = wrapperTable.get(name) ?? {}): [string, Launcher] {
  const code = codes[name];
  const valued = valuedOptions(row).filter((option) => !code?.test(option));
  return [name, { valued, own: row.own ?? 0, ...(code && { code }) }];
}

const known =
  "sudo doas env timeout time nice ionice stdbuf exec flock npx chroot strace nohup command builtin noglob setsid busybox " +
  "caffeinate unbuffer bunx";
/** Where their own words end is not sure. */
const anywhere = { valued: [], own: Number.POSITIVE_INFINITY };

const launchers: ReadonlyMap<string, Launcher> = new Map<string, Launcher>([
  ...known.split(" ").map((name) => launcher(name)),
  launcher("xargs", xargsRow),
  ["find", anywhere],
  ["docker", anywhere],
  ["kubectl", anywhere],
]);

const startsCommand = /^-(exec|execdir|ok|okdir)$/;
const assignment = /^[A-Za-z_]\w*=/;

/** What is known of a command that is started by another. */
export interface Launch {
  /** True if its input becomes arguments. */
  readonly takesArguments: boolean;
  /** True if its input would name the program. */
  readonly takesProgram: boolean;
  /** True for each word that is, or may decide, which program is started. */
  readonly isChoice: (index: number) => boolean;
  /** True for each word that is a command line of its own. */
  readonly isCode: (index: number) => boolean;
}

/** Looks at the words of a command; null if it is none that starts another. */
export function launchOf(words: readonly string[]): Launch | null {
  let at = 0;
  let layers = 0;
  let takesArguments = false;
  const code: number[] = [];
  const choices: number[] = [];
  for (;;) {
    const name = baseName(words[at] ?? "");
    const found = launchers.get(name);
    if (!found || (name === "command" && /^-[vV]$/.test(words[at + 1] ?? ""))) break;
    if (name === "xargs") takesArguments = true;
    at += 1;
    layers += 1;
    for (let own = found.own; at < words.length; at++) {
      const word = words[at] ?? "";
      if (found.code?.test(word)) code.push(at, at + 1);
      if (found.valued.includes(word)) at += 1;
      else if (startsCommand.test(word) && name === "find") choices.push(at + 1);
      else if (assignment.test(word) || (word.startsWith("-") && word !== "-")) continue;
      else if (own > 0) own -= 1;
      else break;
    }
    choices.push(at);
  }
  if (at === 0) return null;
  return {
    takesArguments,
    takesProgram: takesArguments && at >= words.length && layers > 1,
    isChoice: (index) => choices.includes(index),
    isCode: (index) => code.includes(index),
  };
}
