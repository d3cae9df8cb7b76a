import type { Rule } from "../rule.ts";
import { harmless, optionRules } from "./commands-options.ts";
import { all, any, list, not, option, words } from "./conditions.ts";
import { decoders, fetchers, interpreters } from "./lists.ts";

const fedBy = (names: readonly string[]) => `command.input.exists(name, name in ${list(names)})`;

/** It takes its program from what it is fed: it has no script and no code of its own. */
const readsProgram = all(
  `command.program in ${list([...interpreters, "source", "."])}`,
  any('command.code == ""', "command.code == command.inputText"),
  any(option("-s"), '!command.operands.exists(word, word != "" && word != "-" && !word.startsWith("/dev/"))'),
  not(option("-m")),
);

/** Variables that make programs run a command or load code. */
const runningVariables = words(
  `LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES BASH_ENV ENV PROMPT_COMMAND PYTHONSTARTUP PERL5OPT PERL5DB RUBYOPT GIT_SSH
  GIT_SSH_COMMAND GIT_EXTERNAL_DIFF GIT_PROXY_COMMAND GIT_ASKPASS SSH_ASKPASS SUDO_ASKPASS GIT_PAGER PAGER MANPAGER GIT_EDITOR
  GIT_SEQUENCE_EDITOR EDITOR VISUAL SUDO_EDITOR LESSOPEN LESSCLOSE BROWSER JAVA_TOOL_OPTIONS RUSTC_WRAPPER
  npm_config_script_shell GCONV_PATH`,
);

const variable = (name: string, condition: RegExp) =>
  `name == "${name}" && command.env[name].matches(${JSON.stringify(condition.source)})`;

/** Rules about what would run: from the network, decoded, written a moment ago, or hidden in an option or a variable. */
export const runningRules: readonly Rule[] = [
  {
    id: "commands/network-to-shell",
    each: "command",
    verdict: "deny",
    severity: "critical",
    when: all(fedBy(fetchers), any("command.dynamic", readsProgram)),
    reason: "This runs whatever a server sends; fetch it into a file, read it, and run it then.",
  },
  {
    id: "commands/decoder-to-shell",
    each: "command",
    verdict: "ask",
    severity: "high",
    when: all(fedBy(decoders), readsProgram),
    reason: "This runs a text that only a decoder can read; write the commands out.",
  },
  {
    id: "commands/unknown-program",
    each: "command",
    verdict: "ask",
    severity: "high",
    when: all("command.dynamic", '!("script" in command.via)'),
    reason: "Nobody can see which program or code this runs before it runs; write it out.",
  },
  {
    id: "commands/written-then-run",
    each: "command",
    verdict: "ask",
    severity: "high",
    when: all("command.dynamic", '"script" in command.via'),
    reason: "This runs a file that it has just made, and nobody has seen what is in it; show the file first.",
  },
  {
    id: "commands/fork-bomb",
    verdict: "deny",
    severity: "critical",
    kinds: ["shell"],
    when: "shell.forkBomb",
    reason: "This starts itself until the machine stands still.",
  },
  {
    id: "commands/unreadable",
    verdict: "ask",
    severity: "high",
    kinds: ["shell"],
    when: "!shell.read",
    reason: "This command cannot be read as a whole; write it in a simpler way.",
  },
  ...optionRules,
  {
    id: "commands/variable-that-runs",
    each: "command",
    verdict: "ask",
    severity: "high",
    when: `command.env.exists(name, ${[
      `name in ${list(runningVariables)} && !command.env[name].matches(${JSON.stringify(harmless.source)})`,
      variable("NODE_OPTIONS", /--(require|import|loader|experimental-loader)|-r /),
      'name.startsWith("GIT_CONFIG_")',
      variable("LD_LIBRARY_PATH", /^(\/tmp|\/var\/tmp|\/dev\/shm)/),
      `${variable("PATH", /^([.]|\/tmp|\/var\/tmp|\/dev\/shm)/)} && !command.env[name].matches("^[.]/node_modules/[.]bin(:|$)")`,
    ].join(" || ")})`,
    reason: "This variable makes a program run something else; leave it as it is.",
  },
];
