import { writeWhole } from "../system/standard-streams.ts";
import { fireArguments } from "./fire/arguments.ts";

const output = {
  out: (text: string) => writeWhole(1, text),
  err: (text: string) => writeWhole(2, text),
};

/** Runs the command line of this process and gives the exit status; `stdin` is what somebody has read there before. */
export async function main(argv: readonly string[], stdin?: string): Promise<number> {
  if (process.platform === "win32") {
    output.err("hookline: Windows is not supported yet; run it inside WSL.\n");
    return 1;
  }
  // Programs call this on every tool call: what reads all other command lines takes longer than the whole of it.
  const fire = argv[0] === "fire" ? fireArguments(argv.slice(1)) : null;
  if (!fire) return (await import("./command-line.ts")).runCommandLine(argv, output);
  try {
    const { runFire } = await import("./fire/run-fire.ts");
    return await runFire(fire.event, { ...fire.options, ...(stdin !== undefined && { stdin }) });
  } catch (error) {
    return (await import("./complain.ts")).complain(error, output.err);
  }
}
