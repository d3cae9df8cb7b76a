import { Option } from "commander";
import { createEngine } from "../../index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { bashScript, fishScript, plainWords } from "../completion/scripts.ts";
import { completedVerbs } from "../completion/words.ts";
import { workingFolder } from "../folder.ts";
import { defineVerb, UsageError, type VerbOptions } from "../verb.ts";

const shells = ["bash", "zsh", "fish"];

/** `hookline completion`: prints the lines that teach a shell to complete verbs, options, events, dialects and the ids of hooks. */
export const completionVerb = defineVerb({
  name: "completion",
  summary: "print a completion script for bash, zsh or fish",
  examples: [
    "hookline completion bash >> ~/.bashrc",
    "hookline completion zsh >> ~/.zshrc",
    "hookline completion fish > ~/.config/fish/completions/hookline.fish",
    "",
    "Print it again after an update. Exit status: 0, or 1 for a shell that is not known.",
  ],
  completes: { shell: shells },
  declare: (command) =>
    command
      .argument("[shell]", "bash, zsh or fish")
      .addOption(new Option("--ids", "print the ids of the hooks that are configured here").hideHelp()),
  async run([shell], options) {
    if (options.ids === true) return printIds(options);
    const known = shells.join(", ");
    if (shell === undefined) throw new UsageError(`for which shell? hookline completion knows ${known}`);
    if (!shells.includes(shell))
      throw new UsageError(`there is no completion for "${shell}": there is one for ${known}`);
    // Read late: the register of verbs names this verb as well.
    const { loadVerbs } = await import("./all.ts");
    const verbs = completedVerbs(await loadVerbs());
    const script = shell === "fish" ? fishScript(verbs) : bashScript(verbs);
    writeWhole(1, shell === "zsh" ? `autoload -U bashcompinit && bashcompinit\n${script}` : script);
    return 0;
  },
});

/** What the scripts ask for while somebody types: whatever is wrong here, nothing is said. */
async function printIds(options: VerbOptions): Promise<number> {
  try {
    const engine = await createEngine({ cwd: workingFolder(options) });
    const ids = plainWords([...new Set(engine.hooks.map(({ id }) => id))]);
    await engine.close();
    writeWhole(1, ids.map((id) => `${id}\n`).join(""));
  } catch {
    return 1;
  }
  return 0;
}
