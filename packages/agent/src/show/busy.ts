import type { Hook, Notice } from "hookline";
import type { ShownCall } from "./show.ts";
import { spellHook, spellInput } from "./spell.ts";
import { visibleLine } from "./visible.ts";

/** What goes on now, for the moving line. */
export interface Busy {
  /** The agent itself does something (`thinking`), or nothing. */
  working(what: string | null): void;
  calls(calls: readonly ShownCall[], cwd: string): void;
  callEnded(id: string): void;
  hook(notice: Notice, hook: Hook | undefined): void;
  /** Nothing goes on any more. */
  clear(): void;
  readonly any: boolean;
  /** The one line: the hook that began last, else the tool, else the agent; with the seconds that it takes. */
  line(): string;
}

interface Doing {
  readonly text: string;
  readonly since: number;
}

const frames = [..."⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"];

/** Keeps what has begun and has not ended. */
export function createBusy(now: () => number = () => performance.now()): Busy {
  const hooks = new Map<string, Doing>();
  const tools = new Map<string, Doing>();
  let own: Doing | null = null;
  let frame = 0;
  const doing = (text: string): Doing => ({ text: visibleLine(text), since: now() });
  const current = () => [...hooks.values()].at(-1) ?? [...tools.values()].at(-1) ?? own;
  return {
    working(what) {
      own = what === null ? null : doing(what);
    },
    calls(calls, cwd) {
      for (const { id, name, input } of calls)
        tools.set(id, doing(`[${name}] ${spellInput(name, input, cwd)}`));
    },
    callEnded(id) {
      tools.delete(id);
      // Its result goes to the model.
      if (tools.size === 0) own = doing("thinking");
    },
    hook(notice, hook) {
      if (notice.type === "response") hooks.delete(notice.runId);
      // Nobody waits for what runs in the background.
      if (notice.type === "started" && !hook?.background) {
        const what = notice.status || spellHook(notice.hook, hook);
        hooks.set(notice.runId, doing(`${notice.event}: ${what}`));
      }
    },
    clear() {
      hooks.clear();
      tools.clear();
      own = null;
    },
    get any() {
      return current() !== null;
    },
    line() {
      const one = current();
      if (!one) return "";
      frame = (frame + 1) % frames.length;
      const seconds = Math.floor((now() - one.since) / 1000);
      // The time stands first: what it belongs to may be longer than the line.
      return `${frames[frame]} ${seconds > 0 ? `${seconds} s ` : ""}${one.text}`;
    },
  };
}
