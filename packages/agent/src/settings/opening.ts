import type { Json, JsonObject } from "hookline";
import { visibleLine } from "../show/visible.ts";
import { isOfProject } from "./places.ts";
import type { AgentSettings, SettingsFile } from "./settings-file.ts";

/** One thing that a file runs or opens. */
export interface OpeningPart {
  readonly line: string;
  /** All else that it brings, one line each, as it is written: variables are not filled in. */
  readonly more: readonly string[];
}

/** So much of an agent's prompt is shown. */
const promptLines = 5;

/** What of a project's settings file runs or opens something; empty if nothing does. */
export function openingParts(file: SettingsFile): readonly OpeningPart[] {
  if (!isOfProject(file.place)) return [];
  const { rules, defaultMode, additionalDirectories, model, mcpServers, agents } = file;
  const parts: readonly OpeningPart[] = [
    ...rules
      .filter(({ behavior }) => behavior === "allow")
      .map(({ text }) => alone(`allows without asking: ${text}`)),
    ...(defaultMode === null ? [] : [alone(`starts in the mode ${defaultMode}`)]),
    ...additionalDirectories.map((folder) => alone(`opens the folder ${folder}`)),
    ...(model === null ? [] : [alone(`chooses the model ${model}`)]),
    ...Object.entries(mcpServers).map(([name, server]) => ({
      line: `starts the MCP server ${name}: ${serverText(server)}`,
      more: serverMore(server),
    })),
    ...Object.entries(agents).map(([name, agent]) => ({
      line: `brings the agent ${name}`,
      more: agentMore(agent),
    })),
  ];
  return parts.map(({ line, more }) => ({ line: visibleLine(line), more: more.map(visibleLine) }));
}

function alone(line: string): OpeningPart {
  return { line, more: [] };
}

/** The program with its arguments, the address, or both where somebody wrote both. */
function serverText({ command, args, url }: JsonObject): string {
  const program = command === undefined ? [] : [command, ...(Array.isArray(args) ? args : [])];
  const words = [program.map(word).join(" "), url === undefined ? "" : text(url)];
  return words.filter((part) => part !== "").join(" and ") || "?";
}

/** Whatever else is written in the entry: what is not known today may mean something tomorrow. */
function serverMore({ command, args, url, cwd, env, headers, ...rest }: JsonObject): readonly string[] {
  const listed = command !== undefined && Array.isArray(args);
  return [
    ...(args === undefined || listed ? [] : [`args: ${text(args)}`]),
    ...(cwd === undefined ? [] : [`in the folder ${text(cwd)}`]),
    ...pairs(env, "env", (name, value) => `with the variable ${name}=${value}`),
    ...pairs(headers, "headers", (name, value) => `with the header ${name}: ${value}`),
    ...Object.entries(rest).map(([key, value]) => `${key}: ${text(value)}`),
  ];
}

function pairs(
  value: Json | undefined,
  key: string,
  say: (name: string, value: string) => string,
): readonly string[] {
  if (value === undefined) return [];
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [`${key}: ${text(value)}`];
  return Object.entries(value).map(([name, item]) => say(name, text(item)));
}

function agentMore({ description, tools, model, prompt }: AgentSettings): readonly string[] {
  const lines = prompt.split(/\r?\n/);
  const left = lines.length - promptLines;
  return [
    `description: ${description}`,
    ...(tools === undefined ? [] : [`tools: ${tools.join(", ")}`]),
    ...(model === undefined ? [] : [`model: ${model}`]),
    ...lines.slice(0, promptLines).map((line, index) => (index === 0 ? `prompt: ${line}` : `  ${line}`)),
    ...(left > 0 ? [`  … and ${left} more line${left === 1 ? "" : "s"}`] : []),
  ];
}

/** A word of a command: in quotes where one could not see where it ends. */
function word(value: Json): string {
  return typeof value === "string" && /^[^\s"'\\]+$/.test(value) ? value : JSON.stringify(value);
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}
