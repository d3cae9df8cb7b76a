import type { ReadCommand } from "../shell/reading/reading.ts";
import type { CompiledRule } from "./compile-rule.ts";
import type { Expression } from "./expression/expressions.ts";
import type { RuleContext } from "./rule-context.ts";

/** What of a command a rule looks at. */
interface Asked {
  readonly commands: boolean;
  readonly paths: boolean;
  readonly hosts: boolean;
}

/** Why an allow does not hold, whatever it says of what it is asked about: something else would happen too. Null if nothing would. */
export function whyNotAllowed(compiled: CompiledRule, when: Expression, context: RuleContext): string | null {
  const { command: reading } = context.model;
  if (reading && reading.unread !== null) return "not all of the command could be read";
  if (reading?.forkBomb) return "it is a fork bomb";
  const asked = askedOf(compiled, when);
  // Who looks at no part of what happens allows it as a whole.
  if (!asked.commands && !asked.paths && !asked.hosts) return null;
  if (compiled.subject === "event" && isEmpty(asked, compiled, context))
    return "there is nothing that it is about";
  for (const [at, command] of (reading?.commands ?? []).entries()) {
    const why =
      whyOdd(command, compiled, when, asked) ??
      (asked.commands ? null : whyUnasked(command, at, asked, context));
    if (why !== null) return why;
  }
  if (asked.commands) return null;
  if (!asked.paths && context.model.paths.length > 0)
    return "it touches files too, which it is not asked about";
  return !asked.hosts && context.model.hosts.length > 0
    ? "it speaks to hosts too, which it is not asked about"
    : null;
}

function askedOf({ subject, programs }: CompiledRule, { names, fields }: Expression): Asked {
  return {
    commands: subject === "command" || programs !== null || names.has("commands"),
    paths: subject === "path" || names.has("paths") || fields.get("command")?.has("paths") === true,
    hosts: subject === "host" || names.has("hosts"),
  };
}

/** What holds for all of nothing is no reason to allow anything: `commands.all(…)` is true of a tool that starts none. */
function isEmpty(asked: Asked, { kinds }: CompiledRule, { model }: RuleContext): boolean {
  if (asked.commands) return (model.command?.commands.length ?? 0) === 0;
  const some = (asked.paths && model.paths.length > 0) || (asked.hosts && model.hosts.length > 0);
  return !some && kinds === null;
}

/** Files that lose nothing when they are written to. */
const harmless: ReadonlySet<string | null> = new Set(["/dev/null", "/dev/stdout", "/dev/stderr"]);

/** What a command does beside what its name says, unless the rule looks at that itself. */
function whyOdd(
  { dynamic, program, called, assignments, redirects }: ReadCommand,
  { rule }: CompiledRule,
  { fields }: Expression,
  asked: Asked,
): string | null {
  const looks = fields.get("command");
  if (dynamic) return "only running it tells which program it starts";
  const named = rule.programs?.includes(called.includes("/") ? called : program);
  if ((called.includes("/") || rule.programs) && !named && !looks?.has("called"))
    return `it starts ${called}, which may be any program; name it so in "programs"`;
  const [first] = assignments;
  if (first && !looks?.has("env")) return `it sets ${first.name}`;
  const written = redirects.find(
    ({ access, target }) => (access === "write" || access === "append") && !harmless.has(target.value),
  );
  return written && !asked.paths ? `it writes to ${written.target.text}` : null;
}

/** A command that touches nothing of what the rule is asked about does something else. */
function whyUnasked(
  { program }: ReadCommand,
  at: number,
  asked: Asked,
  { model }: RuleContext,
): string | null {
  if (asked.paths && (model.pathsByCommand[at] ?? []).length > 0) return null;
  if (asked.hosts && model.hosts.some(({ by }) => by === program)) return null;
  return `it starts ${program || "something"} too, which it is not asked about`;
}
