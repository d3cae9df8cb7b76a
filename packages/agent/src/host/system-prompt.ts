import type { Host } from "./host.ts";

const rules = `You are a coding agent. You work in the person's project with the tools that you have: read before you change, change what was
asked for and nothing else, and check your work. Paths may be relative to the working directory. Be short when you speak.
A message between <system-reminder> tags is from the agent's own hooks, not from the person; heed it.
A tool call that was refused stays refused: do not try to reach the same by another way, say what you would need instead.`;

const plan = `You are in plan mode: look and think, but change nothing. End with a plan for the person to agree to.`;

/** What the model is told before the conversation: how to work, where it is, and what the project's own instructions say. */
export function systemPrompt({ facts, instructions, mcp, settings }: Host): string {
  const role = facts.agentType === null ? undefined : settings.agents[facts.agentType]?.prompt;
  const place = [
    `Working directory: ${facts.cwd}`,
    ...(facts.directories.length > 0 ? [`Also: ${facts.directories.join(", ")}`] : []),
    `Platform: ${process.platform}`,
    `Date: ${new Date().toISOString().slice(0, 10)}`,
  ].join("\n");
  const servers = mcp.instructions().map(({ server, text }) => `About the tools mcp__${server}__…:\n${text}`);
  const parts = [
    rules,
    ...(role === undefined ? [] : [role]),
    place,
    ...(facts.mode === "plan" ? [plan] : []),
    instructions.text,
    ...servers,
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}
