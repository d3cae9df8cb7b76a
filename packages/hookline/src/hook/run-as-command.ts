import { isObject, type JsonObject, jsonOf } from "../contract/json.ts";
import { inputIsTyped, readInputNow } from "../system/read-now.ts";
import { writeWhole } from "../system/standard-streams.ts";
import { type Answering, hookName, serveLines } from "./serve-lines.ts";

let running = false;
let told = false;

/**
 * Does what a command hook does: one event on stdin, one answer on stdout, then the end of the process; as a worker, one answer for each
 * line, until there are no more. What goes wrong is one line on stderr and exit status 1, which is a fault everywhere; what the author prints goes to stderr, where it cannot break the answer.
 */
export async function runAsCommand(answering: Answering): Promise<never> {
  if (running) return fail("a process runs one hook: give each its own file, or one hook several events");
  running = true;
  const serves = process.env.HOOKLINE_WORKER === "1";
  // What the hook itself starts is no worker.
  delete process.env.HOOKLINE_WORKER;
  // As a getter: most hooks print nothing, and a stream costs more than all the rest of this.
  Object.defineProperty(process, "stdout", { get: () => process.stderr });
  process.exitCode = 1;
  process.on("exit", (code) => {
    if (told || code > 1) return;
    tell("it ended before it had answered: return the answer, and leave out process.exit()");
    process.exitCode = 1;
  });
  try {
    const event = serves ? await serveLines(answering, sentenceOf) : readEvent();
    const answer = event === null ? undefined : await answering(event);
    if (answer !== undefined) writeWhole(1, `${JSON.stringify(answer)}\n`);
    told = true;
  } catch (error) {
    return fail(sentenceOf(error));
  }
  return process.exit(0);
}

function readEvent(): JsonObject {
  if (inputIsTyped()) {
    throw new TypeError(
      'it reads an event from stdin: try it with "hookline fire", or pipe a JSON object into it',
    );
  }
  const text = new TextDecoder("utf-8", { fatal: true }).decode(readInputNow());
  if (text.trim() === "") throw new TypeError("there is no event on stdin");
  const payload = jsonOf(text);
  if (!isObject(payload)) throw new TypeError("what is on stdin is not one JSON object");
  return payload;
}

function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return `it threw ${String(error)}`;
  if (process.env.HOOKLINE_DEBUG === "1") return error.stack ?? error.message;
  const name = error.name === "Error" || error.name === "TypeError" ? "" : `${error.name}: `;
  return `${name}${error.message}`;
}

function fail(text: string): never {
  tell(text);
  return process.exit(1);
}

function tell(text: string): void {
  told = true;
  writeWhole(
    2,
    `${hookName()}: ${process.env.HOOKLINE_DEBUG === "1" ? text : text.replaceAll(/\s*\n\s*/g, " ")}\n`,
  );
}
