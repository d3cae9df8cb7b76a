// Prettier on the file that was written. A file that it cannot format stops nobody: exit 1 is only told.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";

const { tool_input } = JSON.parse(readFileSync(0, "utf8"));
const args = ["--write", "--ignore-unknown", "--", tool_input.file_path];
const { status } = spawnSync("prettier", args, { stdio: ["ignore", "inherit", "inherit"] });
process.exitCode = status === 0 ? 0 : 1;
