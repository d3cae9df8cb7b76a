import type { Event } from "../../contract/event.ts";
import { isObject, type Json, type JsonObject } from "../../contract/json.ts";
import { quoted } from "../../contract/quoted.ts";
import type { ToolSpec } from "../../contract/tool.ts";

/** What a tool is given to run. */
export interface ToolCommands {
  readonly texts: readonly ToolCommand[];
  /** A field for a command holds something that is no text. */
  readonly odd: boolean;
}

/** One text for a shell. */
export interface ToolCommand {
  readonly text: string;
  /** False for a text that may be for something else than a shell: that it cannot be read says nothing. */
  readonly sure: boolean;
}

/** Fields for a command, whatever the tool; of the others only a tool that is a shell, or is called one, has a command there. */
const everywhere = ["command", "cmd", "commands", "script"];
const inShells = [...everywhere, "code", "input", "chars"];
const wordFields = ["args", "arguments"];

const shellWords =
  /^(?:(?:ba|z|da|k|fi)?sh|shell|terminal|exec|cmd|command|console|powershell|pwsh|process|stdin)\d*$/i;

/** Nothing of use is nested deeper. */
const deepest = 4;

/** Every text that a tool would give to a shell: a shell tool's, and that of any other tool that is given a command. */
export function toolCommands({ tool, payload }: Pick<Event, "tool" | "payload">): ToolCommands {
  const texts: ToolCommand[] = [];
  if (!tool || !mayRun(tool)) return { texts, odd: false };
  const isShell = tool.kind === "shell";
  const named = isShell || isCalledShell(tool.name);
  const fields = new Set([...(tool.command ?? []), ...(named ? inShells : everywhere)]);
  for (const field of tool.skill ?? []) fields.delete(field);
  let odd = false;
  const look = (input: JsonObject, depth: number): void => {
    for (const [name, value] of Object.entries(input)) {
      if (value === undefined) continue;
      if (fields.has(name)) {
        const found = textsOf(
          value,
          name,
          wordFields.map((field) => input[field]),
        );
        for (const text of found) texts.push({ text, sure: named || name !== "script" });
        if (found.length === 0 && !holdsObject(value)) odd = true;
      }
      if (depth < deepest) for (const inner of objectsIn(value)) look(inner, depth + 1);
    }
  };
  const { tool_input: input } = payload;
  if (isObject(input)) look(input, 0);
  else if (isShell && input !== undefined) look({ command: input }, 0);
  return { texts, odd: odd && isShell };
}

/** True for a tool that runs commands, whatever its kind. */
export function runsCommands(event: Pick<Event, "tool" | "payload">): boolean {
  return event.tool?.kind === "shell" || toolCommands(event).texts.length > 0;
}

function mayRun({ kind }: ToolSpec): boolean {
  return kind === "shell" || kind === "other" || kind === "mcp";
}

function isCalledShell(name: string): boolean {
  return name
    .replaceAll(/([a-z])([A-Z])/g, "$1_$2")
    .split(/[^A-Za-z0-9]+/)
    .some((word) => shellWords.test(word));
}

/** The texts of one field, with the words that other fields add to it. */
function textsOf(value: Json, name: string, added: readonly (Json | undefined)[]): readonly string[] {
  const lists = added.filter(isWords).map((words) => ` ${inWords(words)}`);
  const raw = added.filter((one) => typeof one === "string").map((text) => ` ${text}`);
  const more = lists.join("");
  if (typeof value === "string") {
    // A text that is added may spoil what stands before it.
    return raw.length === 0 ? [`${value}${more}`] : [`${value}${more}`, `${value}${more}${raw.join("")}`];
  }
  if (!Array.isArray(value)) return [];
  if (value.some(Array.isArray)) return value.filter(isWords).map(inWords);
  if (name === "commands") return value.filter((one) => typeof one === "string");
  if (!isWords(value)) return [];
  // The first word of a command is a name: with blanks in it, this is a list of commands.
  const several = /\S\s+\S/.test(value[0] ?? "") ? value : [];
  return [`${inWords(value)}${more}`, ...several];
}

function isWords(value: Json | undefined): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((word) => typeof word === "string");
}

/** What is given in words is one command, each word quoted. */
function inWords(words: readonly string[]): string {
  return words.map(quoted).join(" ");
}

function objectsIn(value: Json): readonly JsonObject[] {
  if (Array.isArray(value)) return value.filter(isObject);
  return isObject(value) ? [value] : [];
}

function holdsObject(value: Json): boolean {
  return objectsIn(value).length > 0;
}
