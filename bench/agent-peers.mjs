// What hooks add to a tool call of other agents, measured earlier and elsewhere: hooks are `true #i` before the tool, and the time
// between two requests to a fake model on loopback is one call (Claude Code 171 of them, Gemini CLI 74, Codex 114). Two shared cores
// under load: good for the size and not for the digit, so no goal is set by it and no ratio is made of it.

/** The p10 of a call in milliseconds without hooks, with 1, 5 and 20 of them; of two rounds the mean. */
const peers = [
  { agent: "Claude Code 2.1.325, Read", p10: [31.1, 36, 46.5, 61.5] },
  { agent: "Gemini CLI 0.61.0, read_file", p10: [9.1, 16.2, 28.9, 67.4] },
  { agent: "Codex 0.166.0, exec_command", p10: [60.4, 63.4, 66.9, 82.4] },
];

const ms = (value) => `${value.toFixed(1)} ms`;

/** The table that puts this run's agent beside the others; none if it was not measured. */
export function peerTable(rows) {
  const measured = rows
    .filter(({ hooks }) => hooks !== undefined)
    .sort((one, other) => one.hooks - other.hooks);
  if (measured.length === 0) return [];
  const line = (agent, p10) => [agent, ms(p10[0]), ...p10.slice(1).map((value) => `+${ms(value - p10[0])}`)];
  return [
    [
      [
        "a tool call, p10",
        "no hooks",
        ...measured.slice(1).map(({ hooks }) => `${hooks} hook${hooks > 1 ? "s" : ""}`),
      ],
      line(
        "hookline-agent, read_file (this run)",
        measured.map(({ p10 }) => p10),
      ),
      ...peers.map(({ agent, p10 }) => line(`${agent} (another day)`, p10)),
    ],
  ];
}
