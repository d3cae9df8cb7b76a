import { runProgram } from "./program.ts";

// No option and no variable leads past what is managed for the machine.
await runProgram(process.argv.slice(2), "/");
