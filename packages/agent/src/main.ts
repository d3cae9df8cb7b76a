import { readFileSync } from "node:fs";
import { readOptions } from "./options.ts";

/** The whole program. Read `host/run-session.ts` next. */
async function main(argv: readonly string[]): Promise<number> {
  const { version }: { version: string } = JSON.parse(
    readFileSync(new URL("../package.json", import.meta.url), "utf8"),
  );
  const options = readOptions(argv, version);
  if (typeof options === "number") return options;
  // Only now: help and mistakes must not wait for a second of loading.
  const { runSession } = await import("./host/run-session.ts");
  return runSession(options);
}

/** What went wrong, in one line. */
function complain(error: unknown): void {
  const text = error instanceof Error ? error.message : String(error);
  const stack = process.env.HOOKLINE_DEBUG && error instanceof Error ? error.stack : undefined;
  process.stderr.write(`hookline-agent: ${stack ?? text}\n`);
}

// A reader that has gone away (`| head`) ends the reading, not the session.
process.stdout.on("error", () => {});
process.stderr.on("error", () => {});
// What a library forgets to wait for must neither end the session nor show a stack.
process.on("unhandledRejection", complain);
// Tracing to a service is nothing that an agent does unasked.
process.env.LANGSMITH_TRACING ??= "false";
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  complain(error);
  process.exitCode = 1;
}
// What a library left running must not keep a finished session alive.
process.exit();
