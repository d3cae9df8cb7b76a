import { commandModel } from "../shell/command-model.ts";

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
    for (const command of commandModel(filled).commands) {
      if (command.name !== null) words.push({ text: command.name, program: true });
      for (const word of command.arguments) if (word !== null) words.push({ text: word, program: false });
    }
  });
  return words;
}
