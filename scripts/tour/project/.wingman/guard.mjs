// Blocks the commands of a list: exit 2 before a tool means that it does not run.
import { readFileSync } from "node:fs";

const { tool_input } = JSON.parse(readFileSync(0, "utf8"));
const list = JSON.parse(readFileSync(process.argv[2], "utf8"));
const hit = list.find(({ pattern }) => new RegExp(pattern).test(tool_input.command));
if (hit) {
  console.error(`blocked: ${hit.why}`);
  process.exitCode = 2;
}
