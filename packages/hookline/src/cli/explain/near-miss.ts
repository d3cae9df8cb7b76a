import { isObject, type Json } from "../../contract/json.ts";
import type { Dialect, Event, Hook, Preview } from "../../index.ts";
import { compilePattern } from "../../system/patterns/pattern.ts";
import { type Candidate, meantPatterns } from "./near-patterns.ts";

/** Why a matcher does not fit, and what to write instead; `near` if it almost did. */
export interface Miss {
  readonly near: boolean;
  readonly why: string;
  readonly todo: string;
}

const globGrammars: readonly Dialect["matcher"][] = ["names-and-prefixes", "glob", "tool-glob", "globs"];

/** Says why the matcher of a hook does not fit an event; what to write instead has been tried. */
export function missOf(hook: Hook, event: Event, dialect: Dialect | undefined, preview: Preview): Miss {
  const { pattern, meaning } = hook.matcher;
  const { subject, spec } = event;
  const noun = spec.subject === "tool_name" ? "tool" : (spec.subject ?? "subject").replaceAll("_", " ");
  const plain = `its matcher means ${meaning}, and the ${noun} is "${subject?.name ?? ""}"`;
  const far = { near: false, why: plain, todo: "" };
  if (pattern === null || subject === null || subject.name === "") return far;
  const globs = globGrammars.includes(dialect?.matcher ?? "names-or-search");
  const meant = meantPatterns(pattern, subject, globs).find((one) => preview.wouldFit(hook, one.pattern));
  if (meant) return { near: true, why: `${plain}: ${meant.why}`, todo: todoOf(pattern, meant, dialect) };
  const field = fieldThatFits(pattern, event);
  if (field === null) return far;
  const why = `${plain}; what it looks for is in "${field}", and a matcher sees nothing but the ${noun}`;
  return { near: true, why, todo: ruleFor(pattern, event, field) };
}

function todoOf(pattern: string, { pattern: instead, alias }: Candidate, dialect?: Dialect): string {
  // In the file of such an agent the name may be its own, and right.
  if (alias !== undefined && dialect && !["native", "claude-code"].includes(dialect.name))
    return `if ${dialect.title} itself calls it "${alias}", nothing: explain that with --tool ${alias}`;
  const write = `write "matcher": "${instead}"`;
  const isRule = /^[\w.:-]+\([\s\S]*\)$/.test(pattern) && pattern.startsWith(instead);
  return isRule ? `${write} and put "${pattern}" into "if"` : write;
}

function ruleFor(pattern: string, { tool }: Event, field: string): string {
  const name = tool?.name ?? "";
  const asked = tool && [tool.command, tool.path].some((fields) => fields?.includes(field));
  if (!asked) return `match the event with its name, and ask about "${field}" with "when"`;
  return `write "matcher": "${name}" and "if": "${name}(${pattern})"`;
}

/** The field of the tool's input that the pattern fits, as a glob or as a part of it. */
function fieldThatFits(pattern: string, { payload }: Event): string | null {
  const input = isObject(payload.tool_input) ? payload.tool_input : {};
  const word = pattern.replaceAll(/^[\^.*]+|[$.*]+$/g, "");
  const glob = globTest(pattern);
  const fits = (value: Json | undefined) => {
    if (typeof value !== "string") return false;
    return (
      glob(value) ||
      glob(value.slice(value.lastIndexOf("/") + 1)) ||
      (word.length > 2 && value.includes(word))
    );
  };
  return Object.entries(input).find(([, value]) => fits(value))?.[0] ?? null;
}

function globTest(pattern: string): (value: string) => boolean {
  if (!/[*?]/.test(pattern) || pattern.length > 200) return () => false;
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, "\\$&")
    .replaceAll(/\*+/g, ".*")
    .replaceAll("?", ".");
  const { pattern: compiled } = compilePattern(`^(?:${source})$`);
  return (value) => compiled?.test(value).matched === true;
}
