import { defineCommand } from "./command.ts";
import { customCommands } from "./custom.ts";

/** `/help`: what can be typed. */
export const help = defineCommand({
  name: "help",
  hint: "",
  summary: "what can be typed",
  async run({ host }) {
    const { allCommands } = await import("./all.ts");
    const own = allCommands.map(({ name, hint, summary }) => ({ name, hint, summary }));
    const custom = customCommands(host).map(({ name, hint, description }) => ({
      name,
      hint,
      summary: description,
    }));
    const servers = host.mcp
      .mcpPrompts()
      .map(({ name, description }) => ({ name, hint: "", summary: description }));
    const rows = [
      ...own,
      { name: "quit", hint: "", summary: "end the session (Ctrl-D does it too)" },
      ...custom,
      ...servers,
    ];
    const words = rows.map(({ name, hint }) => (hint === "" ? `/${name}` : `/${name} ${hint}`));
    const width = Math.max(...words.map((word) => word.length));
    const lines = rows.map(({ summary }, index) => `  ${(words[index] ?? "").padEnd(width)}  ${summary}`);
    return ["Type what you want done. Ctrl-C interrupts a turn, twice it quits.", ...lines, ""].join("\n");
  },
});
