import type { Dialect } from "../../contract/dialect.ts";
import type { Hook } from "../../contract/hook.ts";
import { native } from "../../dialects/native.ts";
import { findPlaceholders } from "../../shell/placeholder-grammar.ts";

/** Something that a native file cannot say, and what to do about it. */
export interface NotCarried {
  /** The hook that it is about; null if it is about all of them. */
  readonly hook: Hook | null;
  readonly message: string;
  readonly hint: string;
  /** The hook would do something else than it did, and so is switched off in the native file. */
  readonly stops: boolean;
}

/** What of one hook cannot be carried over. */
export function notCarriedOf(hook: Hook, dialect: Dialect): readonly NotCarried[] {
  const found: NotCarried[] = [];
  const say = (message: string, hint: string, stops = true) => found.push({ hook, message, hint, stops });
  if (hook.matcher.native === null && hook.matcher.pattern !== null) {
    say(
      `the matcher "${hook.matcher.pattern}" (${hook.matcher.meaning}) has no native form`,
      "write a matcher of your own",
    );
  }
  for (const name of placeholdersOf(hook, dialect)) {
    const shown = dialect.template?.form === "braces" ? `{{${name}}}` : `$${name}`;
    say(
      `${shown} is not filled in by Hookline's own rules`,
      "read the payload on stdin, for example with jq -r .tool_input.file_path or .tool_name",
    );
  }
  if (hook.scope?.of === "skill") {
    say(
      `it holds only with the skill ${hook.scope.names.join(", ")}`,
      "keep it in the skill's own file, which Hookline reads",
    );
  }
  if (hook.groupTimeoutMs !== null) {
    say("the hooks of its group have one timeout together", "look at the timeout of each", false);
  }
  return found;
}

/** Everything in a command that the dialect fills in, also what it leaves to a shell. */
function placeholdersOf({ fields: { command } }: Hook, { template }: Dialect): ReadonlySet<string> {
  if (template === null || typeof command !== "string") return new Set();
  return new Set(findPlaceholders(command, template).map(({ name }) => name));
}

/** What holds for all hooks of a dialect and not for native ones. */
export function notCarriedBy(dialect: Dialect, hooks: readonly Hook[]): readonly NotCarried[] {
  const found: NotCarried[] = [];
  const say = (message: string, hint: string) => found.push({ hook: null, message, hint, stops: false });
  const { title } = dialect;
  const commands = hooks.filter(({ type }) => type === "command");
  if (commands.length === 0) return found;
  if (dialect.present !== native.present && (dialect.answer !== "whole" || dialect.template !== null)) {
    say(
      `${title} gives its hooks other names on stdin and in the environment than Hookline's own files do`,
      "docs/dialects has both; change the scripts that read them",
    );
  }
  if (dialect.answer === "optional") {
    say(
      `what a hook prints to change the input in ${title} is only its reason here`,
      'print {"hookSpecificOutput": {"hookEventName": "PreToolUse", "updatedInput": …}} in a hook of your own',
    );
  }
  if (dialect.answer === "last-object") {
    say(
      `${title} reads answers in its own words and anywhere in the output; Hookline's own files take one object in Claude Code's words`,
      "change what the scripts print",
    );
  }
  if (dialect.afterBlock === "stop" && hooks.length > 1) {
    say(
      "after a block the other hooks of the event still run",
      "let a hook look itself, if it must not run then",
    );
  }
  if (hooks.some(({ event }) => dialect.denies[event] === "endTurn")) {
    say(
      `a block that ends the turn in ${title} only tells the model here`,
      'print {"continue": false} where the turn must end',
    );
  }
  if (dialect.order === "sequential" && hasSeveralMatchers(hooks)) {
    say(
      "groups with different matchers start together; inside a group one hook runs after the other",
      "put hooks that must wait for each other into one group",
    );
  }
  if (dialect.duplicates === "each" && new Set(hooks.map(({ identity }) => identity)).size < hooks.length) {
    say("an entry that stands twice runs once", "make the two differ if both must run");
  }
  if (dialect.environment !== native.environment) {
    say(
      "hooks of a project's native file do not get variables that look like secrets",
      'name what they need in "passEnv"',
    );
  }
  if (dialect.graceMs !== native.graceMs) {
    say(
      `a hook that is stopped has ${native.graceMs} ms to end, ${title} gives ${dialect.graceMs}`,
      "that is enough for most",
    );
  }
  if (dialect.cwd === "process")
    say("commands start in the payload's folder, not in the agent's", 'set "cwd" if that matters');
  return found;
}

function hasSeveralMatchers(hooks: readonly Hook[]): boolean {
  return hooks.some((hook) =>
    hooks.some((other) => other.event === hook.event && other.matcher.native !== hook.matcher.native),
  );
}
