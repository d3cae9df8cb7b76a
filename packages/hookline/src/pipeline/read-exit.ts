import type { Dialect } from "../contract/dialect.ts";
import type { Event } from "../contract/event.ts";
import type { Hook } from "../contract/hook.ts";
import { type Outcome, outcome } from "../contract/outcome.ts";
import type { Run } from "../contract/run.ts";
import { type Answer, answerOf } from "./read-answer.ts";

/** The shell's own codes: it could not run (126) or find (127) what the hook names. */
const shellCodes = [126, 127];

/** Reads a process that ended by itself: a blocking code blocks whatever stdout holds, else a valid answer decides. */
export function readExit(event: Event, hook: Hook, dialect: Dialect, run: Run, code: number): Outcome {
  const answer = answerOf(event, dialect, run.stdout);
  if (blocks(event, hook, dialect, code)) return readBlock(event, dialect, run, answer);
  if (answer.kind === "said") return answer.outcome;
  if (code === 0) return readPrinted(event, dialect, run, answer);
  const lines = run.stderr.text.trim().split("\n");
  const detail = `exit code ${code}${lines[0] ? `: ${lines[0].slice(0, 200)}` : ""}`;
  if (code === 2 && event.spec.blockingExit === "never" && dialect.blockingExit !== "never") {
    const text = `exit code 2 does not refuse a ${event.spec.name}: print hookSpecificOutput.decision (${hook.id})`;
    return outcome({ messages: [{ level: "warn", text }] });
  }
  return outcome({ fault: { kind: shellCodes.includes(code) ? "spawn" : "crash", detail } });
}

/** Reads what was printed without a complaint: an answer, text where the event takes text, or nothing. */
export function readPrinted(
  event: Event,
  dialect: Dialect,
  run: Run,
  answer: Answer = answerOf(event, dialect, run.stdout),
): Outcome {
  if (answer.kind === "fault") return outcome({ fault: { kind: answer.fault, detail: answer.detail } });
  if (answer.kind === "said") return answer.outcome;
  const text = answer.kind === "text" ? answer.text : "";
  if (dialect.text === "kept") return outcome();
  if (event.spec.text === "context") return outcome({ context: text === "" ? null : text });
  if (event.spec.text !== "worktreePath") return outcome();
  const path = lastLine(text);
  if (path === "") return outcome({ verdict: "deny", reason: "the hook printed no path of a worktree" });
  return outcome({ effects: { worktreePath: path } });
}

function blocks(event: Event, hook: Hook, dialect: Dialect, code: number): boolean {
  // Where a deny is only a message in this dialect, its exit codes say it as on every other event.
  const told = dialect.denies[event.spec.name] === "none";
  if (code === 0 || (event.spec.blockingExit === "never" && !told)) return false;
  if (event.spec.blockingExit === "nonzero") return true;
  if ((hook.blockingExit ?? dialect.blockingExit) === "nonzero") return !shellCodes.includes(code);
  return dialect.blockingExit === "two" && code === 2;
}

function readBlock(event: Event, dialect: Dialect, run: Run, answer: Answer): Outcome {
  // An elicitation's answer object does not count beside a blocking exit: only the refusal does.
  const said = answer.kind === "said" && !("action" in event.spec.answer) ? answer.outcome : outcome();
  const places = {
    // The reason of an allow is none for a block; it is better than nothing, though.
    json: said.verdict === "deny" || said.verdict === "pass" ? said.reason : "",
    stderr: run.stderr.text.trimEnd(),
    stdout: answer.kind === "text" ? run.stdout.text.trimEnd() : "",
  };
  const reason = dialect.reason.map((place) => places[place]).find((text) => text !== "") ?? said.reason;
  return { ...said, verdict: "deny", reason };
}

function lastLine(text: string): string {
  // biome-ignore lint/complexity/useRegexLiterals: the escape character is easier to see in a string
  const plain = text.replace(new RegExp("\\u001b\\[[0-9;]*m", "g"), "");
  return plain.trim().split("\n").at(-1)?.trim() ?? "";
}
