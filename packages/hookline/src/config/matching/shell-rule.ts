import type { Condition } from "../../contract/hook.ts";
import { type CommandModel, commandModel, type SimpleCommand } from "../../shell/command-model.ts";
import { unwrapped } from "../../shell/wrappers.ts";
import { wildcard } from "./wildcard.ts";

const models = new Map<string, CommandModel>();

/** The hooks of one event ask about the same command, and what it starts, one after the other. */
function modelOf(command: string): CommandModel {
  let model = models.get(command);
  if (!model) {
    model = commandModel(command);
    // The model of a long text is large.
    if (models.size >= 32 || command.length > 10_000) models.clear();
    models.set(command, model);
  }
  return model;
}

/** Compiles what stands in `Bash(…)`: a test for commands that holds if one of their parts fits, or if that cannot be known. */
export function shellRule(
  spec: string,
  ignoreCase = false,
): (command: string) => ReturnType<Condition["test"]> {
  const fold = (text: string): string => (ignoreCase ? text.toLowerCase() : text);
  const written = fold(spec.trim());
  const pattern = written.endsWith(":*") ? `${written.slice(0, -2)} *` : written;
  if (pattern === "*" || pattern === "") return () => ({ holds: true });
  const prefix = / \*$/.test(pattern) ? wildcard(pattern.slice(0, -2)) : null;
  const whole = wildcard(pattern);
  const fits = (text: string): boolean => whole(fold(text)) || (prefix?.(fold(text)) ?? false);

  const [program = "", ...more] = pattern.split(" ");
  const namesMore = more.join("").replaceAll("*", "") !== "";
  const namesSeveral = /[;&|\n]/.test(pattern);

  const concerns = (command: SimpleCommand): boolean => {
    if (command.words.length === 0) return false;
    if (command.name === null) return true;
    if (fits(command.text)) return true;
    if (fits(command.words.map((word) => word.value ?? word.text).join(" "))) return true;
    // A brace list makes several words of one: `git {push,origin}`.
    return namesMore && fold(command.name) === program && command.words.some((word) => word.value === null);
  };

  return (command) => {
    const model = modelOf(command);
    if (model.unparsed) {
      return { holds: true, problem: "the command could not be read as shell text, so the hook runs" };
    }
    if (namesMore && model.dynamic) return { holds: true };
    if (namesSeveral && fits(command.trim())) return { holds: true };
    return { holds: model.commands.some((one) => unwrapped(one).some(concerns)) };
  };
}
