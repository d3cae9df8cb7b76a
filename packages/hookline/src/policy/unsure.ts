import type { CompiledRule } from "./compile-rule.ts";
import type { RuleContext } from "./rule-context.ts";

/**
 * Why a rule that stops things cannot know whether it fits: the command could not be read, or only running it tells which program it
 * starts. Null if the rule knows. The rules of packs say themselves what they make of such commands.
 */
export function whyUnsure(compiled: CompiledRule, { model }: RuleContext): string | null {
  const { pack, rule } = compiled;
  if (pack !== null || (rule.verdict !== "deny" && rule.verdict !== "ask")) return null;
  if (model.event.spec.deny !== "stop" || !model.command) return null;
  const about = aboutOf(compiled);
  if (about === null) return null;
  const { unread, commands } = model.command;
  if (unread !== null) return `The command could not be read (${unread}), and a rule is about ${about}`;
  if (!namesPrograms(compiled) || !commands.some(({ dynamic }) => dynamic)) return null;
  return `Only running the command tells which program it starts, and a rule is about ${about}`;
}

/** So many programs are told by their names. */
const told = 3;

/** What of a command a rule is about; null if it does not look into commands. */
function aboutOf({ programs, subject, when }: CompiledRule): string | null {
  const named = [...(programs ?? when?.programs ?? [])];
  if (named.length > told) return `${named.slice(0, told).join(", ")} and others`;
  if (named.length > 0) return named.join(", ");
  const names = when?.names;
  if (subject === "command" || names?.has("commands")) return "commands";
  if (subject === "path" || names?.has("paths")) return "paths";
  return subject === "host" || names?.has("hosts") ? "hosts" : null;
}

/** True if it depends on the name of a program: of other rules it is known what they say about one without a name. */
function namesPrograms({ programs, when }: CompiledRule): boolean {
  if (programs !== null || !when || when.programs !== null) return true;
  const fields = when.fields.get("command");
  if (fields?.has("program") || fields?.has("called")) return true;
  return when.names.has("commands") && /\.(?:program|called)\b/.test(when.text);
}
