// An agent that starts the server of its first argument and exits without a word to it.
import { existsSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { stdioTransport } from "../../../dist/mcp/stdio.js";

const [file = ""] = process.argv.slice(2);
await stdioTransport({ command: process.execPath, args: [file], env: {}, cwd: process.cwd() }).start();
while (!existsSync("pids")) await setTimeout(20);
process.exit(0);
