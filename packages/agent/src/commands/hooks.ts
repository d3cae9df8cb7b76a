import { hooksPage, numberedHooks } from "../show/hooks-page.ts";
import { defineCommand } from "./command.ts";

/** `/hooks`: the active hooks by event with their source and last result; `/hooks off 3` and `/hooks on 3` switch one. */
export const hooks = defineCommand({
  name: "hooks",
  hint: "[on|off NUMBER]",
  summary: "the active hooks and how they ended; switches one off or on for this session",
  async run({ host, args, columns }) {
    const { engine, hookLog } = host;
    const [word = "", given = ""] = args.split(/\s+/);
    if (word === "")
      return hooksPage(engine, hookLog, {
        columns,
        off: (hook) => (engine.isOff(hook) ? "switched off in this session" : null),
      });
    const to = word === "on" || word === "off" ? word : null;
    const chosen = numberedHooks(engine.hooks).find(
      ({ number, hook }) => String(number) === given || hook.id === given,
    );
    if (!to || !chosen)
      throw new Error("write /hooks, /hooks off NUMBER or /hooks on NUMBER, with a number that /hooks shows");
    if (!engine.turn(chosen.hook, to))
      throw new Error(`${chosen.hook.id} is managed for this machine: it stays on`);
    return `${chosen.hook.id} is ${to} for this session.\n`;
  },
});
