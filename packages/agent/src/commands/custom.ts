import { join } from "node:path";
import type { SessionFacts } from "../session/facts.ts";
import type { Show } from "../show/show.ts";
import { configFolder, findCommandFiles } from "./custom-files.ts";
import { expandTemplate } from "./custom-template.ts";
import { readCommandText } from "./custom-text.ts";

/** A slash command that somebody wrote as a Markdown file. */
export interface CustomCommand {
  /** Without the slash; a file in folders is `folder:name`. */
  readonly name: string;
  readonly description: string;
  /** What its arguments are, for people; empty if nothing is said. */
  readonly hint: string;
  readonly source: "projectSettings" | "userSettings";
  readonly path: string;
  /** The prompt that the command stands for. */
  expand(args: string): string;
}

/** What is needed to find them. */
export interface CustomCommandsOptions {
  readonly facts: Pick<SessionFacts, "projectDir">;
  readonly home: string;
  readonly env: { readonly [name: string]: string | undefined };
  readonly show: Pick<Show, "notice">;
}

const name = /^[\p{L}\p{N}_.-]+(?::[\p{L}\p{N}_.-]+)*$/u;

/** The slash commands of the project and of the user, by name; the project's come first where two have the same. */
export function customCommands({ facts, home, env, show }: CustomCommandsOptions): readonly CustomCommand[] {
  const places = [
    { folder: join(facts.projectDir, ".hookline", "commands"), source: "projectSettings" },
    { folder: join(facts.projectDir, ".claude", "commands"), source: "projectSettings" },
    { folder: join(configFolder(home, env), "hookline", "commands"), source: "userSettings" },
    { folder: join(home, ".claude", "commands"), source: "userSettings" },
  ] as const;
  const found = new Map<string, CustomCommand>();
  const leftOut = (path: string, why: string) =>
    show.notice("warn", `The command ${path} is left out: ${why}`);
  for (const { folder, source } of places) {
    for (const file of findCommandFiles(folder, leftOut)) {
      const other = found.get(file.name);
      if (other) {
        // That the project's command stands before the user's is the rule, and nothing to tell each time.
        if (other.source === source) leftOut(file.path, `${other.path} has the same name`);
        continue;
      }
      const reading = name.test(file.name)
        ? readCommandText(file.path)
        : { problem: "a name has only letters, digits, `_`, `-` and `.`" };
      if ("problem" in reading) leftOut(file.path, reading.problem);
      else {
        const { description, hint, body } = reading;
        const expand = (args: string) => expandTemplate(body, args);
        found.set(file.name, { name: file.name, description, hint, source, path: file.path, expand });
      }
    }
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
