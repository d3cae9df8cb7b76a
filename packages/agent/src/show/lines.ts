import type { Hook } from "hookline";
import { cut } from "./columns.ts";
import { createHookLines } from "./hook-lines.ts";
import type { Paint, Tone } from "./paint.ts";
import type { Paper } from "./paper.ts";
import { createRecent } from "./recent.ts";
import type { Show, ShownCall } from "./show.ts";
import { createHookFinder, spellInput } from "./spell.ts";
import { createVisibleStream, visible, visibleLine } from "./visible.ts";

/** How much is shown, and where hooks are looked up. */
export interface LinesOptions {
  /** Every hook, what it prints, and what tools gave back. */
  readonly verbose?: boolean;
  /** The active hooks (`() => engine.hooks`): what a hook does and what follows from its fault is said only with them. */
  readonly hooks?: () => readonly Hook[];
}

/** What is said when Ctrl-C was pressed. */
export const interruptedText = "interrupted; Ctrl-C again quits";

const longestCall = 160;
const shownOfResult = 8;

/** A Show in lines that are only ever added: the form of the GenCode document, for paper of any kind. */
export function createLines(paper: Paper, paint: Paint, options: LinesOptions = {}): Show {
  const verbose = options.verbose === true;
  const said = createRecent();
  const told = createRecent();
  let cwd = "";
  let spoken: string | null = null;
  let atStart = true;
  let inHooks = false;
  let open = createVisibleStream();
  let held: { level: "info" | "warn" | "error"; text: string }[] = [];

  const write = (text: string) => {
    if (text === "") return;
    paper.write(text);
    atStart = text.endsWith("\n");
  };
  /** Ends a line that the assistant's text has left open. */
  const fresh = () => {
    if (!atStart) write("\n");
  };
  const hooks = createHookLines({
    line(text) {
      fresh();
      if (!inHooks) write(`${paint("dim", "Running hooks...")}\n`);
      inHooks = true;
      write(`${text}\n`);
    },
    outside: (text) => line(text),
    paint,
    verbose,
    said,
    told,
    find: createHookFinder(options.hooks ?? (() => [])),
  });
  const line = (text: string) => {
    fresh();
    inHooks = false;
    write(`${text}\n`);
  };
  const tell = (level: "info" | "warn" | "error", text: string) => {
    if (said.has(text)) return;
    const tone: Tone = level === "error" ? "bad" : level === "warn" ? "warn" : "dim";
    const mark = level === "info" ? "·" : "!";
    told.add(text);
    line(`${paint(tone, mark)} ${visible(text).replaceAll("\n", "\n  ")}`);
  };
  const release = () => {
    const waiting = held;
    held = [];
    for (const { level, text } of waiting) tell(level, text);
  };
  /** Everything that waits comes before what is written now. */
  const settle = () => {
    hooks.flush();
    release();
  };
  const who = (agent: ShownCall["agent"]) => (agent ? `Agent ${visibleLine(agent.type)}` : "Agent");

  return {
    begin(facts) {
      cwd = facts.cwd;
      settle();
      const parts = [facts.model, facts.mode, facts.cwd, `session ${facts.sessionId} (${facts.source})`];
      line(paint("dim", parts.map(visibleLine).join(" · ")));
    },
    text(delta, messageId) {
      if (delta === "") return;
      if (spoken !== messageId) {
        settle();
        fresh();
        open = createVisibleStream();
        write(`${paint("strong", "Agent:")} `);
        spoken = messageId;
      }
      inHooks = false;
      write(open(delta));
    },
    message({ calls, agent }) {
      settle();
      if (agent === null) fresh();
      for (const call of calls) {
        const about = cut(visibleLine(spellInput(call.name, call.input, cwd)), longestCall);
        line(`${paint("strong", `${who(agent)}:`)} [${visibleLine(call.name)}] ${about}`.trimEnd());
      }
    },
    toolEnd(call, { text, failed }) {
      if (!failed && !verbose) return;
      settle();
      const lines = visible(text).trimEnd().split("\n");
      const shown = verbose ? lines.slice(0, shownOfResult) : lines.slice(0, 1);
      // A refusal by a hook was said by the hook's own line.
      const first =
        failed && said.has(refusalIn(text)) && !verbose ? "refused" : cut(shown[0] ?? "", longestCall);
      const more =
        lines.length > shown.length ? paint("dim", ` (+${lines.length - shown.length} lines)`) : "";
      const mark = failed ? paint("bad", "✗") : paint("good", "✓");
      line(`  ${mark} [${visibleLine(call.name)}] ${first}${shown.length > 1 ? "" : more}`);
      for (const rest of shown.slice(1)) line(`    ${cut(rest, longestCall)}`);
      if (shown.length > 1 && more !== "") line(`   ${more}`);
    },
    hook: (notice) => hooks.notice(notice),
    notice(level, text) {
      // The line of the hook that it comes from, if it does, is on its way and goes first.
      held.push({ level, text });
      if (hooks.running === 0) settle();
      else setImmediate(settle);
    },
    page(text) {
      settle();
      line(visible(text).replace(/\n+$/, ""));
    },
    result(result) {
      settle();
      fresh();
      inHooks = false;
      const { subtype, text, deferred } = result;
      if ((subtype === "error" || subtype === "limit") && !told.has(text)) tell("error", text);
      // Who pressed Ctrl-C was told at once.
      if (subtype === "interrupted" && !told.has(interruptedText)) tell("warn", "interrupted");
      if (subtype === "stopped") tell("warn", "a hook ended the turn");
      if (subtype === "deferred" && deferred) {
        const about = cut(visibleLine(spellInput(deferred.name, deferred.input, cwd)), longestCall);
        tell(
          "warn",
          `[${deferred.name}] ${about} waits for an answer; resume session ${result.sessionId} to go on`,
        );
      }
    },
    settle() {
      settle();
      fresh();
    },
    close() {
      settle();
      fresh();
    },
  };
}

/** The reason in what the model reads of a refused call. */
function refusalIn(text: string): string {
  const [said = ""] = text.split("\n\n<system-reminder>");
  return said.replace(/^PreToolUse:\S+ hook error: /, "").trim();
}
