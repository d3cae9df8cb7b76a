// The linter on the file that was written. Exit 2 after a tool gives what stands on stderr to the model.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const { tool_input } = JSON.parse(readFileSync(0, "utf8"));
const args = ["lint", "--reporter=github", tool_input.file_path];
const { stdout } = spawnSync("biome", args, { encoding: "utf8" });
const findings = [...stdout.matchAll(/^::error title=([^,]*),file=.*,line=(\d+),.*?::(.*)$/gm)];
for (const [, rule, line, message] of findings) console.error(`line ${line}: ${message} (${rule})`);
process.exitCode = findings.length > 0 ? 2 : 0;
