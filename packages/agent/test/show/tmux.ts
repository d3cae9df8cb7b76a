import { execFileSync, spawnSync } from "node:child_process";
import { onTestFinished } from "vitest";

/** True where tmux is installed. */
export const hasTmux = process.env.HOOKLINE_TEST_TOOLS === "1" && spawnSync("tmux", ["-V"]).status === 0;

/** A terminal with somebody at it. */
export interface Desk {
  /** Types keys as tmux names them (`Enter`, `C-c`), or text. */
  keys(...keys: readonly string[]): void;
  type(text: string): void;
  /** The screen as it is now. */
  seen(): string;
  /** Waits until the screen fits; fails with what is there if it never does. */
  until(pattern: RegExp): Promise<string>;
}

let count = 0;

/** Starts a program in a terminal of its own, which is gone when the test ends. */
export function atDesk(command: string, cwd: string, env: Record<string, string>): Desk {
  const socket = `hookline-show-${process.pid}-${++count}`;
  const tmux = (...args: readonly string[]) =>
    execFileSync("tmux", ["-L", socket, "-f", "/dev/null", ...args], { encoding: "utf8", env });
  tmux("new-session", "-d", "-x", "80", "-y", "30", "-c", cwd, `${command}; echo "ended with $?"; cat`);
  onTestFinished(() => void spawnSync("tmux", ["-L", socket, "kill-server"], { env }));
  const seen = () => tmux("capture-pane", "-p").trimEnd();
  return {
    keys: (...keys) => void tmux("send-keys", ...keys),
    type: (text) => void tmux("send-keys", "-l", text),
    seen,
    async until(pattern) {
      const end = Date.now() + 15_000;
      for (;;) {
        const screen = seen();
        if (pattern.test(screen)) return screen;
        if (Date.now() > end) throw new Error(`never ${pattern} on the screen:\n${screen}`);
        await new Promise((resolve) => setTimeout(resolve, 30));
      }
    },
  };
}
