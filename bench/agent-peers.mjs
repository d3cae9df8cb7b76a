// What a tool call of other agents costs with hooks, measured earlier and elsewhere: hooks are `true #i`, and the time between two
// requests to a fake model on loopback is one call. Two cores that were shared, load 2 to 2.5: good for the size, not for the digit.

/** Medians and p10 of a call in milliseconds without hooks, with 1, 5 and 20 of them; the mean of the rounds where there were two. */
export const peers = [
  {
    agent: "Claude Code 2.1.325, Read",
    median: [41.4, 44.7, 57.2, 79.6],
    p10: [31.1, 36, 46.5, 61.5],
  },
  {
    agent: "Gemini CLI 0.61.0, read_file",
    median: [11.7, 20.8, 34.3, 76.1],
    p10: [9.1, 16.2, 28.9, 67.4],
  },
  {
    agent: "Codex 0.166.0, exec_command",
    median: [67.9, 71.5, 74, 89.2],
    p10: [60.4, 63.4, 66.9, 82.4],
  },
];
