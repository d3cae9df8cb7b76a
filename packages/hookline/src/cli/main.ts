import { HooklineError } from "../contract/errors.ts";
import { writeWhole } from "../system/standard-streams.ts";
import { fireArguments } from "./fire/arguments.ts";
import { UsageError } from "./verb.ts";

/** Runs the command line and gives the exit status; `stdin` is what somebody has read there before. */
export async function main(argv: readonly string[], stdin?: string): Promise<number> {
  if (process.platform === "win32") {
    writeWhole(2, "hookline: Windows is not supported yet; run it inside WSL.\n");
    return 1;
  }
  try {
    // Programs call this on every tool call: what reads all other command lines takes longer than the whole of it.
    const fire = argv[0] === "fire" ? fireArguments(argv.slice(1)) : null;
    if (fire) {
      const { runFire } = await import("./fire/run-fire.ts");
      return await runFire(fire.event, { ...fire.options, ...(stdin !== undefined && { stdin }) });
    }
    return await (await import("./command-line.ts")).runVerb(argv);
  } catch (error) {
    const { shownText } = await import("./shown.ts");
    writeWhole(2, `hookline: ${shownText(explain(error))}\n`);
    return error instanceof UsageError ? error.status : 1;
  }
}

function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const expected = error instanceof UsageError || error instanceof HooklineError;
  if (process.env.HOOKLINE_DEBUG === "1") return error.stack ?? error.message;
  return expected ? error.message : `${error.message} (HOOKLINE_DEBUG=1 shows where)`;
}
