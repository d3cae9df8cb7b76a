import type { Hook } from "hookline";
import type { AgentOptions } from "../options.ts";
import { createLinePerson } from "../show/line-person.ts";
import { paintFor } from "../show/paint.ts";
import { createPaper } from "../show/paper.ts";
import { nobody, type Person } from "../show/person.ts";
import { createPlainShow } from "../show/plain.ts";
import { createScreen } from "../show/screen.ts";
import type { Show } from "../show/show.ts";
import { createJsonShow, createStreamJsonShow } from "../show/stream-json.ts";
import { createTerminalShow } from "../show/terminal.ts";
import { createTerminalPerson } from "../show/terminal-person.ts";
import { createTextShow } from "../show/text-show.ts";
import type { Env } from "./host.ts";

/** Where a session is seen, and who sits in front of it. */
export interface Surface {
  readonly show: Show;
  readonly person: Person & { readonly ended?: boolean; close?(): void };
  /** How wide the terminal is; null if it is none. */
  readonly columns: number | null;
}

/** Chooses them by the options and by what the streams are. */
export function openSurface(
  options: AgentOptions,
  env: Env,
  hooks: () => readonly Hook[],
  interrupt: () => void,
): Surface {
  const { stdin, stdout, stderr } = process;
  const lines = { verbose: options.verbose, hooks };
  if (options.print) {
    const shows = {
      text: () => createTextShow(stdout, stderr, lines),
      json: () => createJsonShow(stdout, stderr),
      "stream-json": () => createStreamJsonShow(stdout, { initFirst: true }),
    };
    return { show: shows[options.outputFormat](), person: nobody, columns: null };
  }
  if (stdin.isTTY && stdout.isTTY && env.TERM !== "dumb") {
    const screen = createScreen(stdout);
    const person = createTerminalPerson(stdin, screen, { interrupt });
    return {
      ...askedLast(createTerminalShow(screen, paintFor(stdout, env), lines), person),
      get columns() {
        return screen.columns;
      },
    };
  }
  const person = createLinePerson(stdin, createPaper(stdout));
  return { ...askedLast(createPlainShow(stdout, lines), person), columns: null };
}

/** What happened before a question is seen before it. */
function askedLast(show: Show, person: Surface["person"]): Pick<Surface, "show" | "person"> {
  const after = <T>(ask: () => T): T => {
    show.settle?.();
    return ask();
  };
  return {
    show,
    person: {
      present: person.present,
      get ended() {
        return person.ended ?? false;
      },
      ask: (question, signal) => after(() => person.ask(question, signal)),
      line: (prompt, signal) => after(() => person.line(prompt, signal)),
      close: () => person.close?.(),
    },
  };
}
