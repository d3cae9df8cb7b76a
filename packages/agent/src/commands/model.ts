import { chooseModel } from "../models/choose.ts";
import { transcriptFacts } from "../session/read-transcript.ts";
import { defineCommand } from "./command.ts";

/** `/model`: which model answers, or another one from now on; PreModelSwitch may refuse it. */
export const model = defineCommand({
  name: "model",
  hint: "[PROVIDER:NAME]",
  summary: "the model; with a name, changes to that one",
  async run({ host, args, signal }) {
    const { facts, tell, person, env } = host;
    if (args === "") return `${facts.model}\n`;
    const chosen = await chooseModel({ model: args, env });
    const about = {
      from_model: facts.model,
      to_model: chosen.name,
      requested_model: args,
      source: "command",
      context_tokens: transcriptFacts(facts.transcriptPath).contextTokens,
      prompt_cache_warm: false,
      cache_ttl: "5m",
      estimated_cache_write_usd: 0,
      pricing: "default",
    };
    const { verdict, reason } = await tell("PreModelSwitch", about, signal);
    if (verdict === "deny" || verdict === "defer")
      throw new Error(`the model stays ${facts.model}: ${reason}`);
    if (verdict === "ask") {
      const choices = [
        { key: "y", label: "change" },
        { key: "n", label: "stay" },
      ];
      const answer = await person.ask(
        { title: `Change to ${chosen.name}?`, detail: [reason], choices },
        signal,
      );
      if (answer !== "y")
        throw new Error(`the model stays ${facts.model}${reason === "" ? "" : `: ${reason}`}`);
    }
    host.model = chosen;
    facts.model = chosen.name;
    host.stale = true;
    const { context } = await tell("PostModelSwitch", about, signal);
    host.pending.push(...context.map((text) => `PostModelSwitch hook additional context: ${text}`));
    return `From now on ${chosen.name} answers.\n`;
  },
});
