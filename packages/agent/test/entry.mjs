// The agent with another root of the machine than `/`, for tests of managed files: node entry.mjs ROOT ARGUMENTS…
import { argv } from "node:process";
import { runProgram } from "../dist/bundle/program.js";

const [root = "/", ...rest] = argv.slice(2);
await runProgram(rest, root);
