import { Command } from "commander";
import { builtInEvents } from "../../index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { defineVerb, UsageError, type Verb } from "../verb.ts";

/** `hookline completion`: prints the lines that teach a shell to complete verbs, options and events. */
export const completionVerb = defineVerb({
  name: "completion",
  summary: "print a completion script for bash, zsh or fish",
  examples: [
    "hookline completion bash >> ~/.bashrc",
    "hookline completion zsh >> ~/.zshrc",
    "hookline completion fish > ~/.config/fish/completions/hookline.fish",
  ],
  declare: (command) => command.argument("<shell>", "bash, zsh or fish"),
  async run([shell]) {
    const write = shell === "fish" ? fishScript : shell === "bash" || shell === "zsh" ? bashScript : null;
    if (!write) throw new UsageError(`there is no completion for "${shell}": bash, zsh and fish are known`);
    // Read late: the register of verbs names this verb as well.
    const { loadVerbs } = await import("./all.ts");
    const verbs = await loadVerbs();
    const script = write(
      verbs.map((verb) => ({ name: verb.name, summary: verb.summary, words: wordsOf(verb) })),
    );
    writeWhole(1, shell === "zsh" ? `autoload -U bashcompinit && bashcompinit\n${script}` : script);
    return 0;
  },
});

interface Completed {
  readonly name: string;
  readonly summary: string;
  readonly words: readonly string[];
}

/** What may follow a verb: its options, and what its first argument may be. */
function wordsOf(verb: Verb): readonly string[] {
  const declared = [verb, ...(verb.verbs ?? [])].flatMap((one) => one.declare(new Command()).options);
  const options = declared.filter(({ hidden }) => !hidden);
  const events = builtInEvents.map(({ name }) => name);
  const first =
    { fire: events, explain: events, completion: ["bash", "zsh", "fish"] }[verb.name] ??
    (verb.verbs ?? []).map(({ name }) => name);
  const words = options.flatMap(({ long }) => long ?? []);
  return [...new Set([...first, ...words, "--cwd", "--verbose", "--quiet", "--help"])];
}

function bashScript(verbs: readonly Completed[]): string {
  const cases = verbs.map(({ name, words }) => `    ${name}) words="${words.join(" ")}" ;;`);
  return `_hookline() {
  local words="${verbs.map(({ name }) => name).join(" ")} --help --version"
  if [ "$COMP_CWORD" -gt 1 ]; then
    case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _hookline hookline
`;
}

function fishScript(verbs: readonly Completed[]): string {
  const lines = verbs.flatMap(({ name, summary, words }) => [
    `complete -c hookline -n __fish_use_subcommand -f -a ${name} -d "${summary}"`,
    `complete -c hookline -n "__fish_seen_subcommand_from ${name}" -a "${words.join(" ")}"`,
  ]);
  return `${lines.join("\n")}\n`;
}
