import { baseName } from "./interpreters.ts";

/** How a program that starts another one is called. */
interface Launcher {
  /** Its options that take the next word as their value. */
  readonly valued?: readonly string[];
  /** Its own operands before the command that it starts. */
  readonly own?: number;
  /** Options with a command line as text. */
  readonly code?: RegExp;
}

const plain: Launcher = {};
const launchers: ReadonlyMap<string, Launcher> = new Map<string, Launcher>([
  [
    "sudo",
    { valued: ["-u", "-g", "-h", "-p", "-C", "-r", "-t", "-T", "-U", "-D", "-R", "--user", "--group"] },
  ],
  ["doas", { valued: ["-u", "-C"] }],
  ["env", { valued: ["-u", "--unset", "-C", "--chdir"], code: /^(-[a-z]*S|--split-string)/ }],
  ["timeout", { valued: ["-s", "--signal", "-k", "--kill-after"], own: 1 }],
  ["time", { valued: ["-f", "--format", "-o", "--output"] }],
  ["nice", { valued: ["-n", "--adjustment"] }],
  ["ionice", { valued: ["-c", "-n", "--class", "--classdata"] }],
  ["stdbuf", { valued: ["-i", "--input", "-o", "--output", "-e", "--error"] }],
  ["exec", { valued: ["-a"] }],
  ["xargs", { valued: ["-I", "-n", "-P", "-L", "-d", "-a", "-E", "-s", "--max-args", "--max-procs"] }],
  ["find", { own: Number.POSITIVE_INFINITY }],
  ["flock", { valued: ["-w", "-E"], own: 1, code: /^(-c|--command)$/ }],
  ["npx", { valued: ["-p", "--package", "-w", "--workspace"], code: /^(-c|--call)(=|$)/ }],
  ["chroot", { own: 1 }],
  ["strace", { valued: ["-o", "-e", "-p", "-s"] }],
  ["docker", { own: Number.POSITIVE_INFINITY }],
  ["kubectl", { own: Number.POSITIVE_INFINITY }],
  ...["nohup", "command", "builtin", "noglob", "setsid", "busybox", "caffeinate", "unbuffer", "bunx"].map(
    (name): [string, Launcher] => [name, plain],
  ),
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
    const launcher = launchers.get(name);
    if (!launcher || (name === "command" && /^-[vV]$/.test(words[at + 1] ?? ""))) break;
    if (name === "xargs") takesArguments = true;
    at += 1;
    layers += 1;
    for (let own = launcher.own ?? 0; at < words.length; at++) {
      const word = words[at] ?? "";
      if (launcher.code?.test(word)) code.push(at, at + 1);
      if (launcher.valued?.includes(word)) at += 1;
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
