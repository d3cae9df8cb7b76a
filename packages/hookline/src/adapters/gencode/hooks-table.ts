import { baseName } from "../../contract/base-name.ts";
import type { Hook } from "../../index.ts";
import { commandOf } from "./display.ts";

/** The least widths of GenCode's two columns, and the most that one takes. */
const least = [18, 35] as const;
const most = 60;

/** What `/hooks` shows: the active hooks, each with its event, what it does and its matcher. */
export function hooksTable(hooks: readonly Hook[]): string {
  const active = hooks.filter(({ disabled }) => disabled === null);
  if (active.length === 0) return "No active hooks.";
  const rows = active.map((hook) => [cut(hook.event), cut(actionOf(hook))] as const);
  const width = (column: 0 | 1) => Math.max(least[column], ...rows.map((row) => [...row[column]].length));
  const [first, second] = [width(0), width(1)];
  const line = (left: string, middle: string, right: string) =>
    `${left}${"─".repeat(first + 2)}${middle}${"─".repeat(second + 2)}${right}`;
  const row = ([event, action]: readonly [string, string]) =>
    `│ ${padded(event, first)} │ ${padded(action, second)} │`;
  return [
    "Active Hooks:",
    line("┌", "┬", "┐"),
    row(["Event", "Action"]),
    line("├", "┼", "┤"),
    ...rows.map(row),
    line("└", "┴", "┘"),
  ].join("\n");
}

/** A hook in few words: without the values that it is given and without the folders of its files, with its matcher. */
function actionOf(hook: Hook): string {
  const { pattern } = hook.matcher;
  const matched = pattern === null || pattern === "" || pattern === "*" ? "" : ` (${pattern})`;
  return `${shortened(commandOf(hook)).replace(/\p{Cc}+/gu, " ")}${matched}`;
}

/** What stands in quotes is one word to the shell and stays as it is. */
function shortened(command: string): string {
  if (/["'`\\]/.test(command)) return command;
  const words = command.split(" ").filter((word) => !/^\$\{?[A-Z_]+\}?$/.test(word));
  return words.map((word) => (/^(?:~|\.[\w.-]*)?\/.*[^/]$/.test(word) ? baseName(word) : word)).join(" ");
}

function cut(text: string): string {
  const signs = [...text];
  return signs.length <= most ? text : `${signs.slice(0, most - 1).join("")}…`;
}

function padded(text: string, width: number): string {
  return text + " ".repeat(width - [...text].length);
}
