import { writeWhole } from "../../system/standard-streams.ts";
import { policyPacksAnswer } from "../answers/policy.ts";
import { paintFor } from "../render.ts";
import { defineVerb, UsageError } from "../verb.ts";

/** `hookline policy packs`: the packs that there are, what they stop, and their rules. */
export const packsVerb = defineVerb({
  name: "packs",
  summary: "list the packs of rules, their rules and their settings",
  examples: ["hookline policy packs", "hookline policy packs git", "hookline policy packs --json"],
  answers: policyPacksAnswer,
  declare: (command) =>
    command
      .argument("[name]", "only this pack")
      .option("--json", "print the packs as JSON, each rule with its condition"),
  async run([name], options) {
    const { allPacks } = await import("../../policy/index.ts");
    const packs = name === undefined ? allPacks : allPacks.filter((pack) => pack.name === name);
    if (packs.length === 0) {
      const known = allPacks.map((pack) => pack.name).join(", ");
      throw new UsageError(`there is no pack "${name}"; known are: ${known}`);
    }
    if (options.json === true) {
      const shown = packs.map(({ name, summary, rules, settings }) => ({ name, summary, rules, settings }));
      writeWhole(1, `${JSON.stringify(shown, null, 2)}\n`);
      return 0;
    }
    const paint = paintFor(1);
    const lines = packs.flatMap(({ name: pack, summary, rules, settings = {} }) => [
      `${paint.bold(pack)}  ${summary}`,
      ...Object.entries(settings).map(
        ([key, setting]) =>
          `  setting ${key}: ${setting.summary} ${paint.dim(`(default ${JSON.stringify(setting.default)})`)}`,
      ),
      ...rules.map(({ id, verdict, severity = "medium", reason }) => {
        return `  ${verdict.padEnd(6)} ${id}  ${paint.dim(severity)}\n         ${paint.dim(reason)}`;
      }),
    ]);
    writeWhole(1, `${lines.join("\n")}\n`);
    return 0;
  },
});
