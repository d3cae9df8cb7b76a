import { UsageError } from "../verb.ts";
import type { Missing } from "./choose.ts";

/** True if a person can be asked: both ends of the conversation are a terminal. */
export function mayAsk(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true;
}

/** Asks for a yes; no, and leaving with Ctrl-C, is a no. */
export async function confirmed(message: string): Promise<boolean> {
  const { confirm } = await import("@clack/prompts");
  return (await confirm({ message })) === true;
}

/** One of several things to choose. */
export interface Option {
  readonly value: string;
  readonly hint: string;
}

/** Asks which of these; null if the person left. */
export async function chosen(
  message: string,
  options: readonly Option[],
  initial: readonly string[],
): Promise<readonly string[] | null> {
  const { isCancel, multiselect } = await import("@clack/prompts");
  const rows = options.map(({ value, hint }) => ({ value, label: value, hint }));
  const answer = await multiselect({ message, options: rows, initialValues: [...initial], required: false });
  return isCancel(answer) ? null : answer;
}

/** Asks for settings that nobody has said; without a person, a line says how to say them. */
export async function askFor(
  recipe: string,
  missing: readonly Missing[],
  quiet: boolean,
): Promise<{ readonly [name: string]: string }> {
  const [first] = missing;
  if (!first) return {};
  if (quiet || !mayAsk())
    throw new UsageError(`"${recipe}" needs to know: --set ${first.name}=… (${first.summary})`);
  const { isCancel, text } = await import("@clack/prompts");
  const answers: { [name: string]: string } = {};
  for (const { name, summary } of missing) {
    const answer = await text({ message: `${recipe}: ${name}`, placeholder: summary });
    if (isCancel(answer) || !answer) throw new UsageError("nothing was written");
    answers[name] = answer;
  }
  return answers;
}
