import { resumeSession } from "../host/life.ts";
import { sessionLines } from "../session/session-lines.ts";
import { defineCommand } from "./command.ts";

/** `/resume`: the sessions of this folder, or on with one of them. */
export const resume = defineCommand({
  name: "resume",
  hint: "[SESSION]",
  summary: "the sessions of this folder; with an id or its beginning, goes on with that one",
  async run({ host, agent, args }) {
    if (args === "") return sessionLines(host.store.list(), host.facts.id);
    await resumeSession(host, agent, host.store.find(args));
    return `Going on with ${host.facts.title ?? host.facts.id}\n`;
  },
});
