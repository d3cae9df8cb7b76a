import type { Person, Question } from "../show/person.ts";
import type { JudgedCall } from "./call.ts";

/** What a person said to a call. */
export type Answer =
  | { readonly kind: "once" | "always" }
  | { readonly kind: "no"; readonly instead: string | null }
  | { readonly kind: "unanswered" };

/** So much of a call is shown, and so much of that from its end; a longer one cannot be allowed for always. */
const mostShown = 4_000;
const endShown = 1_500;

/** Asks a person whether a call may run; `always` are the rules that would be kept. */
export async function askPerson(
  call: JudgedCall,
  about: { readonly reason: string; readonly always: readonly string[] },
  person: Person,
  signal: AbortSignal,
): Promise<Answer> {
  if (!person.present) return { kind: "unanswered" };
  switch (await person.ask(questionOf(call, about), signal)) {
    case "y":
      return { kind: "once" };
    case "a":
      return { kind: "always" };
    case "t": {
      const instead = await person.line("What should it do instead? ", signal);
      return { kind: "no", instead: instead?.trim() || null };
    }
    case "n":
      return { kind: "no", instead: null };
    default:
      return { kind: "unanswered" };
  }
}

function questionOf(
  call: JudgedCall,
  { reason, always }: { readonly reason: string; readonly always: readonly string[] },
): Question {
  const text = callText(call);
  const whole = text.length <= mostShown;
  return {
    title: `May it use ${call.name}?`,
    detail: [...shownLines(text), ...(reason === "" ? [] : [`(${reason})`])],
    choices: [
      { key: "y", label: "yes, this time" },
      ...(always.length > 0 && whole ? [{ key: "a", label: `yes, and always: ${always.join(", ")}` }] : []),
      { key: "n", label: "no" },
      { key: "t", label: "no, and tell it what to do instead" },
    ],
  };
}

/** The lines of a text; of a long one its beginning and its end, since what matters may stand in either. */
function shownLines(text: string): readonly string[] {
  if (text.length <= mostShown) return linesOf(text);
  const hidden = text.length - mostShown;
  return [
    ...linesOf(text.slice(0, mostShown - endShown)),
    `[${hidden} characters that are not shown]`,
    ...linesOf(text.slice(-endShown)),
  ];
}

function linesOf(text: string): readonly string[] {
  return text.split(/\r?\n/);
}

/** What a call would do, as text: its command, or its path and the rest of its input. */
function callText({ command, paths, input }: JudgedCall): string {
  if (command !== null) return command;
  const fields = new Set(paths.map(({ field }) => field));
  const places = paths.map(({ given, real }) =>
    real === null || real === given ? given : `${given} (which is ${real})`,
  );
  const rest = Object.entries(input).flatMap(([key, value]) => {
    if (fields.has(key) || value === undefined) return [];
    return [`${key}: ${typeof value === "string" ? value : JSON.stringify(value)}`];
  });
  return [...places, ...rest].join("\n");
}

/** Lets one thing happen after the other, in the order in which they were asked for. */
export function oneByOne(): <T>(act: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (act) => {
    const mine = last.then(act);
    last = mine.catch(() => {});
    return mine;
  };
}
