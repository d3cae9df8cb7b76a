import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { Person, Question } from "../../src/show/person.ts";
import type { Show } from "../../src/show/show.ts";

/** Folders of their own for one test, gone when it ends. */
export function scratchFolders() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "hookline-agent-")));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const [project, home, system, state] = ["project", "home", "system", "state"].map((name) =>
    join(root, name),
  );
  if (!project || !home || !system || !state) throw new Error("no folders");
  for (const folder of [project, home, system, state]) mkdirSync(folder);
  const write = (path: string, content: unknown) => {
    const file = path.startsWith("/") ? path : join(project, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, typeof content === "string" ? content : JSON.stringify(content));
    return file;
  };
  const roots = { projectDir: project, home, env: {}, systemRoot: system };
  return { root, project, home, system, state, roots, write };
}

/** A show that keeps what is said. */
export function keepingShow(): Show & { readonly notices: string[] } {
  const notices: string[] = [];
  const nothing = () => {};
  return {
    notices,
    notice: (level, text) => notices.push(`${level}: ${text}`),
    begin: nothing,
    text: nothing,
    message: nothing,
    toolEnd: nothing,
    hook: nothing,
    page: nothing,
    result: nothing,
    close: nothing,
  };
}

/** A person who gives these answers, one after the other, and then none; what was asked is kept. */
export function answering(
  ...answers: readonly (string | null)[]
): Person & { readonly asked: Question[]; readonly lines: string[] } {
  const left = [...answers];
  const asked: Question[] = [];
  const lines: string[] = [];
  return {
    present: true,
    asked,
    lines,
    async ask(question) {
      asked.push(question);
      return left.shift() ?? null;
    },
    async line(prompt) {
      lines.push(prompt);
      return left.shift() ?? null;
    },
  };
}
