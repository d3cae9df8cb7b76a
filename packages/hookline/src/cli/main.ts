import { writeWhole } from "../system/standard-streams.ts";
import { runCommandLine } from "./command-line.ts";

const output = {
  out: (text: string) => writeWhole(1, text),
  err: (text: string) => writeWhole(2, text),
};

/** Runs the command line of this process and gives the exit status. */
async function main(argv: readonly string[]): Promise<number> {
  if (process.platform === "win32") {
    output.err("hookline: Windows is not supported yet; run it inside WSL.\n");
    return 1;
  }
  return runCommandLine(argv, output);
}
