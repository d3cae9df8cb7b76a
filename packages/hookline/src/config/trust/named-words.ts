import { commandModel } from "../../shell/command-model.ts";

/** A word of an entry that may name a file; `program` if it stands where a command's name does. */
export interface NamedWord {
  readonly text: string;
  readonly program: boolean;
}

const projectVariable = /\$\{?(?:HOOKLINE|CLAUDE)_PROJECT_DIR\}?/g;

/** The words of an entry that could name programs and files, with the project's folder filled in. */
export function namedWords(texts: readonly string[], projectDir: string): readonly NamedWord[] {
  const words: NamedWord[] = [];
  texts.forEach((text, index) => {
    const filled = text.replace(projectVariable, () => projectDir);
    // A program in exec form and each of its arguments is one word; a shell command is many.
    words.push({ text: filled, program: index === 0 });
    for (const { words: parts, redirects } of commandModel(filled).commands) {
      const values = [...parts, ...redirects.map(({ target }) => target)].map((word) => word?.value ?? null);
      values.forEach((value, place) => {
        if (value !== null) words.push({ text: value, program: place === 0 });
      });
    }
  });
  return words;
}
