import { execFileSync, spawnSync } from "node:child_process";
import { onTestFinished } from "vitest";
import { bin, makePlace, type Place } from "../run-agent.ts";

/** True where tmux is installed: without it these tests are left out, by name. */
export const hasTmux = process.env.HOOKLINE_TEST_TOOLS === "1" && spawnSync("tmux", ["-V"]).status === 0;

/** An agent in a terminal, with somebody at it. */
export interface Desk {
  readonly place: Place;
  /** Types a line and Enter. */
  enter(text: string): void;
  /** Types keys as tmux names them (`C-c`, `Enter`), or text. */
  keys(...keys: readonly string[]): void;
  /** The screen as it is now. */
  seen(): string;
  /** Waits until the screen fits; fails with what is there if it never does. */
  until(pattern: RegExp): Promise<string>;
  /** Makes the window this wide. */
  resize(columns: number): void;
  /** Closes the terminal. */
  close(): void;
}

/** Where the agent runs, and what it is given. */
export interface DeskOptions {
  readonly turns: readonly object[];
  readonly hooks?: object;
  readonly args?: readonly string[];
  readonly columns?: number;
}

/** Starts the agent in a terminal of its own; when it has ended, the terminal's settings are shown. */
export function atDesk({ turns, hooks = {}, args = [], columns = 80 }: DeskOptions): Desk {
  const place = makePlace();
  place.write(".hookline/hooks.json", { hooks });
  const script = place.write(`${place.root}/script.json`, { turns });
  const { HOOKLINE_TEST_COVERAGE: folder } = process.env;
  const env = {
    ...place.env,
    // The terminal is not the agent: what is left of the agent is found by its home.
    HOME: place.root,
    TERM: "xterm-256color",
    TMUX_TMPDIR: place.root,
    ...(folder && { NODE_V8_COVERAGE: folder }),
  };
  const tmux = (...given: readonly string[]) =>
    execFileSync("tmux", ["-L", "desk", "-f", "/dev/null", ...given], { encoding: "utf8", env });
  const agent = [process.execPath, bin, "--script", script, "--trust", ...args];
  const line = agent.map((word) => `'${word}'`).join(" ");
  const command = `stty -g > ${place.root}/before; HOME=${place.home} ${line}; echo "ended with $?"; stty -g | cmp - ${place.root}/before && echo "as it was"; cat`;
  const size = ["-x", String(columns), "-y", "40"];
  tmux("new-session", "-d", ...size, "-c", place.project, command);
  const close = () => void spawnSync("tmux", ["-L", "desk", "kill-server"], { env });
  onTestFinished(close);
  const seen = () => tmux("capture-pane", "-p").trimEnd();
  return {
    place,
    keys: (...keys) => void tmux("send-keys", ...keys),
    enter(text) {
      tmux("send-keys", "-l", text);
      tmux("send-keys", "Enter");
    },
    seen,
    close,
    async until(pattern) {
      for (const end = Date.now() + 20_000; ; await new Promise((resolve) => setTimeout(resolve, 50))) {
        const screen = seen();
        if (pattern.test(screen)) return screen;
        if (Date.now() > end) throw new Error(`never ${pattern} on the screen:\n${screen}`);
      }
    },
    resize: (width) => void tmux("resize-window", "-x", String(width), "-y", "40"),
  };
}
