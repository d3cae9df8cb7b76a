import { compactNow } from "../host/compaction.ts";
import { defineCommand } from "./command.ts";

/** `/compact`: makes the conversation shorter now. */
export const compact = defineCommand({
  name: "compact",
  hint: "[WHAT TO KEEP]",
  summary: "make the conversation shorter, by a summary of it",
  async run({ host, agent, args, signal }) {
    return `${await compactNow(host, agent, args, signal)}\n`;
  },
});
