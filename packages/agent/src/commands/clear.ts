import { clearSession } from "../host/life.ts";
import { defineCommand } from "./command.ts";

/** `/clear`: a new session with nothing said. */
export const clear = defineCommand({
  name: "clear",
  hint: "",
  summary: "begin anew; the old session can be resumed",
  async run({ host }) {
    await clearSession(host);
    return `A new session has begun: ${host.facts.id}\n`;
  },
});
