import { existsSync } from "node:fs";
import { createEngine } from "hookline";
import { createLinePerson } from "../../src/show/line-person.ts";
import { paintFor } from "../../src/show/paint.ts";
import { createPaper } from "../../src/show/paper.ts";
import { createPlainShow } from "../../src/show/plain.ts";
import { createScreen } from "../../src/show/screen.ts";
import { createStreamJsonShow } from "../../src/show/stream-json.ts";
import { createTerminalShow } from "../../src/show/terminal.ts";
import { createTerminalPerson } from "../../src/show/terminal-person.ts";

// A program that the tests run as a process of its own, bundled by `bundle.ts`: its first argument says what it plays.
const [, , part = "", how = ""] = process.argv;
const never = new AbortController().signal;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
/** Waits until the test has put a file there. */
const told = async (file: string) => {
  while (!existsSync(file)) await pause(20);
};
const choices = [
  { key: "y", label: "yes" },
  { key: "n", label: "no" },
];

const parts: Record<string, () => Promise<void>> = {
  /** Writes far more than a pipe holds, to a reader that may have gone. */
  async flood() {
    const show = how === "json" ? createStreamJsonShow(process.stdout) : createPlainShow(process.stdout);
    for (let n = 0; n < 2000; n++) {
      show.notice("info", `${n} ${"x".repeat(1000)}`);
      if (n % 100 === 0) await pause(0);
    }
    show.close();
    process.stderr.write("still here\n");
  },
  /** Asks whoever is at the other end of stdin. */
  async piped() {
    const person = createLinePerson(process.stdin, createPaper(process.stdout));
    const name = person.line("name> ", never);
    const sure = person.ask({ title: "Sure?", detail: ["rm \u001b[2J"], choices }, never);
    const more = person.line("more> ", never);
    const end = person.line("end> ", never);
    process.stderr.write(JSON.stringify([await name, await sure, await more, await end, person.ended]));
    person.close();
  },
  /** Thinks for a second, says something, ends. */
  async spin() {
    const screen = createScreen(process.stdout);
    const show = createTerminalShow(screen, paintFor(process.stdout, process.env));
    show.working?.(`thinking ${"漢字".repeat(60)}`);
    await pause(500);
    show.notice("warn", "in between");
    await pause(500);
    show.text("All done.", "m1");
    await pause(300);
    show.result({ subtype: "success", text: "All done.", sessionId: "s", durationMs: 1, turns: 1 });
    show.close();
  },
  /** A session at a terminal whose hooks are those of its folder. */
  async session() {
    const engine = await createEngine({ cwd: process.cwd(), trust: "all" });
    const screen = createScreen(process.stdout);
    const show = createTerminalShow(screen, paintFor(process.stdout, process.env), {
      hooks: () => engine.hooks,
    });
    engine.listen(show.hook);
    const interrupt = () => show.notice("warn", "interrupt!");
    const person = createTerminalPerson(process.stdin, screen, { interrupt, history: ["typed long ago"] });
    while (!person.ended) {
      const line = await person.line("> ", never);
      if (line === "hook") await engine.fire("Stop", { session_id: "s", stop_hook_active: false });
      else if (line === "work") {
        show.working?.("thinking");
        await told("go");
        show.result({ subtype: "success", text: "", sessionId: "s", durationMs: 1, turns: 1 });
        show.notice("info", "worked");
      } else if (line === "later") {
        void told("go").then(() => show.notice("info", "something else"));
      } else if (line === "ask") {
        const late = setTimeout(() => show.notice("info", "meanwhile"), 300);
        const [one, two] = await Promise.all([
          person.ask({ title: "First?", detail: ["a detail"], choices }, never),
          person.ask({ title: "Second?", detail: [], choices }, never),
        ]);
        clearTimeout(late);
        show.notice("info", `answers: ${one} ${two}`);
      } else show.notice("info", `got ${JSON.stringify(line)}`);
    }
    show.notice("info", "bye");
    person.close();
    show.close();
    await engine.close();
  },
};

await parts[part]?.();
