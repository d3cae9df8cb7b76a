import { defineCommand } from "./command.ts";
import { customCommands } from "./custom.ts";

/** With less room beside the commands, what they do stands under them. */
const narrowest = 30;

/** `/help`: what can be typed. */
export const help = defineCommand({
  name: "help",
  hint: "",
  summary: "what can be typed",
  async run({ host, columns }) {
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
    const wide = columns ?? Number.POSITIVE_INFINITY;
    const room = wide - width - 5;
    const lines = rows.flatMap(({ summary }, index) => {
      const word = words[index] ?? "";
      if (room < narrowest)
        return [`  ${word}`, ...wrapped(summary, wide - 7).map((line) => `      ${line}`)];
      return wrapped(summary, room).map((line, at) => `  ${(at === 0 ? word : "").padEnd(width)}  ${line}`);
    });
    return ["Type what you want done. Ctrl-C interrupts a turn, twice it quits.", ...lines, ""].join("\n");
  },
});

/** A text in lines that are not longer than this, unless a word is. */
function wrapped(text: string, length: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length <= length) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
