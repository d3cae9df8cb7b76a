import type { Scratch } from "../engine/scratch.ts";

/** A worker in Node that calls `answer(event, id, env)` for each line; what comes back is spread into the answer's line, null answers nothing. */
export function nodeWorker({ write }: Scratch, name: string, answer: string): object {
  write(
    name,
    `import { createInterface } from "node:readline";
const say = (line) => process.stdout.write(JSON.stringify(line) + "\\n");
let count = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const { id, event, env } = JSON.parse(line);
  count++;
  const given = await (${answer})(event, id, env, say, count);
  if (given) say({ id, ...given });
}
`,
  );
  return { type: "worker", command: "node", args: [name] };
}

/** The hook file's part for PreToolUse with these entries. */
export function onTools(...hooks: object[]): object {
  return { hooks: { PreToolUse: [{ hooks }] } };
}

/** A deny as Claude Code's hooks say it. */
export const denial = (reason: string) =>
  `({ hookSpecificOutput: { hookEventName: "PreToolUse", permissionDecision: "deny", permissionDecisionReason: ${reason} } })`;

/** A payload of PreToolUse with this command. */
export function bash(command: string) {
  return { tool_name: "Bash", tool_input: { command } };
}
