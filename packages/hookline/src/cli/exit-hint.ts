import type { RunReport } from "../index.ts";

/** What of a run tells how it ended. */
type HowEnded = Pick<RunReport, "exitCode" | "signal" | "fault" | "verdict" | "stdout" | "stderr">;

/** Exit codes that shells and systems give, and signals by the same numbers. */
const codes: { readonly [code: number]: string } = {
  126: "126: the file is there and could not be executed; make it executable (chmod +x) or look at its first line",
  127: "127: a command was not found; look at its spelling and at PATH, or write the whole path",
  130: "130: it was interrupted (SIGINT)",
  134: "134: it aborted itself (SIGABRT)",
  137: "137: it was killed (SIGKILL): the machine may be out of memory, or somebody ended it",
  139: "139: it crashed (SIGSEGV): a fault in the program itself",
  143: "143: it was told to end (SIGTERM)",
};

const signals: { readonly [name: string]: number } = {
  SIGINT: 130,
  SIGABRT: 134,
  SIGKILL: 137,
  SIGSEGV: 139,
  SIGTERM: 143,
};

/** What programs say when they were called wrongly: many of them end with 2, which blocks. */
const usage =
  /^usage:|can't open file|unrecognized (?:option|argument)|(?:invalid|illegal|unknown) option|option requires an argument|syntax error|No such file or directory/im;

/** What the end of a hook most likely means, where its exit code alone misleads; null if there is nothing to add. */
export function exitHint(run: HowEnded): string | null {
  const { exitCode, signal, fault, verdict, stdout, stderr } = run;
  if (signal !== null && fault !== "timeout" && fault !== "cancelled") {
    const code = signals[signal];
    return code === undefined ? `it was ended by ${signal}` : (codes[code] ?? null);
  }
  if (fault === "timeout")
    return 'it took longer than its "timeout"; give it more, or let it run with "async": true';
  if (fault === "malformed")
    return "stdout must be one JSON object or plain text: print everything else to stderr";
  if (exitCode === null || exitCode === 0) return null;
  if (fault !== null && codes[exitCode] !== undefined) return codes[exitCode] ?? null;
  if (/^Traceback \(most recent call last\):/m.test(stderr))
    return `${exitCode}: Python ended with an exception: ${lastLine(stderr)}`;
  if (/Cannot find module|ERR_MODULE_NOT_FOUND/.test(stderr))
    return `${exitCode}: Node.js did not find a module; look at the path, and at where the hook starts`;
  if (exitCode === 2 && verdict === "deny" && usage.test(stderr) && !stdout.trimStart().startsWith("{"))
    return `2 blocks, and this looks like a mistake in the call and not like a decision: ${lastLine(stderr)}`;
  if (exitCode === 1 && fault === "crash")
    return "1 is a failure and no deny: 2 blocks, or an answer as JSON does";
  return null;
}

function lastLine(text: string): string {
  const line = text.trimEnd().split("\n").at(-1)?.trim() ?? "";
  return line.length > 160 ? `${line.slice(0, 159)}…` : line;
}
