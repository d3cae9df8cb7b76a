import type { Decision } from "../contract/decision.ts";
import { isObject } from "../contract/json.ts";
import type { HookIndex } from "../pipeline/match.ts";
import type { Draft } from "./make-event.ts";
import type { OnceBook } from "./once.ts";
import type { EngineState } from "./state.ts";

/** Which skills a session uses: their hooks hold from the first use on, also in other processes of the session. */
export interface Skills {
  isActive(sessionId: string, name: string): boolean;
  activate(sessionId: string, name: string): Promise<void>;
}

/** Keeps the skills of sessions in the book of what happened once in them. */
export function skillsIn(book: OnceBook): Skills {
  return {
    isActive: (sessionId, name) => book.isDone(sessionId, `skill:${name}`),
    activate: (sessionId, name) => book.done(sessionId, `skill:${name}`, true),
  };
}

/** The skill with hooks that an event begins to use; null for nearly every event. */
export function skillUsed(state: EngineState, { spec, given }: Draft): string | null {
  const skills = skillsWithHooks(state.index);
  if (skills.size === 0) return null;
  const name = skillNamed(state, spec.name, given);
  return name !== null && skills.has(name) ? name : null;
}

/** Lets the hooks of a skill hold from now on, unless its use was refused. */
export async function useSkill(
  state: EngineState,
  name: string,
  { given }: Draft,
  { verdict, halt }: Pick<Decision, "verdict" | "halt">,
): Promise<void> {
  if (verdict === "deny" || verdict === "defer" || halt) return;
  const { session_id: session } = given;
  try {
    await state.skills.activate(typeof session === "string" ? session : state.sessionId, name);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const text = `that the skill "${name}" is in use could not be noted for other processes: ${why}`;
    state.carry.put({ context: null, messages: [{ level: "warn", text, hook: "" }] });
  }
}

function skillNamed({ catalog }: EngineState, event: string, given: Draft["given"]): string | null {
  const { tool_name: tool, tool_input: input, command_name: command } = given;
  if (event === "UserPromptExpansion") return typeof command === "string" ? command : null;
  if (event !== "PreToolUse" || typeof tool !== "string" || !isObject(input)) return null;
  return catalog.toolInput(catalog.tool(tool), input, "skill") ?? null;
}

const known = new WeakMap<HookIndex, ReadonlySet<string>>();

function skillsWithHooks(index: HookIndex): ReadonlySet<string> {
  const found = known.get(index);
  if (found) return found;
  const made = new Set(namesIn(index));
  known.set(index, made);
  return made;
}

function namesIn({ byEvent }: HookIndex): readonly string[] {
  return [...byEvent.values()].flatMap(({ hooks }) =>
    hooks.flatMap(({ scope }) => (scope?.of === "skill" ? scope.names : [])),
  );
}
