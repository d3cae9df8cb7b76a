import type { Dialect } from "../../contract/dialect.ts";
import type { DenyMeaning, EventSpec } from "../../contract/event.ts";
import type { Hook } from "../../contract/hook.ts";

/** A command whose exit codes and output mean to Hookline's own rules what they mean in its dialect. */
export function wrapCommand(command: string, hook: Hook, spec: EventSpec, dialect: Dialect): string {
  const codes = codesOf(hook, spec, dialect);
  const output = outputOf(dialect);
  if (codes === "" && output === "") return command;
  const status = codes === "" ? "" : `; s=$?; case $s in ${codes} *) exit $s;; esac`;
  return `(\n${command}\n)${output}${status}`;
}

/** The cases in which another code must be given than the command ended with. */
function codesOf(hook: Hook, spec: EventSpec, dialect: Dialect): string {
  const meaning: DenyMeaning = dialect.denies[spec.name] ?? spec.deny;
  const exits = hook.blockingExit ?? dialect.blockingExit;
  if (spec.blockingExit !== undefined || spec.deny === "none") return "";
  // Where nothing is blocked there, exit 2 must not be one here.
  if (meaning === "none" || exits === "never") return "2) exit 1;;";
  return exits === "nonzero" ? "0|126|127) exit $s;; [0-9]*) exit 2;;" : "";
}

/** Where stdout is no answer it must not be read as one; it is the reason of a block in some dialects. */
function outputOf({ answer, reason }: Dialect): string {
  if (answer !== "never" && answer !== "optional") return "";
  return reason.includes("stdout") ? " >&2" : " >/dev/null";
}
