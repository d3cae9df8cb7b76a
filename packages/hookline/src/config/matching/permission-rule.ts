import type { Event } from "../../contract/event.ts";
import type { Condition } from "../../contract/hook.ts";
import { isObject, type JsonObject } from "../../contract/json.ts";
import { LastSeen } from "../../contract/last-seen.ts";
import type { ToolSpec } from "../../contract/tool.ts";
import { realTarget } from "../../system/real-target.ts";
import { type Follow, pathRule, type RulePlace } from "./path-rule.ts";
import { shellParts } from "./shell-parts.ts";
import { shellRule } from "./shell-rule.ts";
import type { ToolNames } from "./tool-names.ts";
import { urlRule } from "./url-rule.ts";
import { wildcard } from "./wildcard.ts";

/** A compiled `if`, and what is wrong with it. */
export interface CompiledIf {
  readonly condition: Condition;
  readonly problem: string | null;
}

type Answer = ReturnType<Condition["test"]>;

/** What a rule says of a tool's input; the tool fits already. */
interface InputTest {
  /** Whether it holds; what cannot be known holds. */
  any(input: JsonObject, tool: ToolSpec, cwd: string, follow?: Follow): Answer;
  /** Of each part of the call whether it provably fits; null if that cannot be known. */
  parts(input: JsonObject, tool: ToolSpec, cwd: string): readonly boolean[] | null;
}

/** A rule as it was read: the tools that it is about, what it asks of their input, and why it cannot be understood. */
export interface ReadRule extends InputTest {
  fits(tool: ToolSpec): boolean;
  readonly unclear: string | null;
}

const holdsNot: Answer = { holds: false };
const always: InputTest = { any: () => ({ holds: true }), parts: () => [true] };

/** Rules for these names are for every tool of the same kind, whatever an agent calls it. */
const namesOfKinds: ReadonlySet<string> = new Set(["Bash", "Read", "Write", "Edit"]);

/** Reads exactly one rule, `Tool` or `Tool(what)`; one that cannot be understood holds for every tool that it may be about. */
export function readRule(rule: string, place: RulePlace, tools: ToolNames): ReadRule {
  const text = rule.trim();
  const parsed = /^(mcp__[\w.:*-]*|[\w.:-]+)(?:\(([\s\S]*)\))?$/.exec(text);
  const [, name = "", spec = ""] = parsed ?? [];
  if (!parsed || /\)\s*(?:[|&,;]+|and|or)\s*[\w-]+\(/i.test(spec)) {
    return unclear(() => true, "it is not exactly one rule");
  }
  if (name.startsWith("mcp__")) {
    const fits = mcpFits(name);
    if (spec) return unclear(fits, "rules for MCP tools have no parentheses");
    return { fits, unclear: null, ...always };
  }
  const tool = tools.tool(tools.currentName(name));
  const fits: Fits = ({ name: canonical, kind }) =>
    canonical === tool.name || (namesOfKinds.has(tool.name) && kind === tool.kind);
  const test = spec.trim() === "" ? always : inputTest(spec.trim(), tool, place, tools);
  return typeof test === "string" ? unclear(fits, test) : { fits, unclear: null, ...test };
}

/** Compiles an `if`: exactly one rule; one that cannot be understood holds, with a problem. */
export function compileIf(rule: string, place: RulePlace, tools: ToolNames): CompiledIf {
  const { fits, any, unclear: why } = readRule(rule, place, tools);
  const condition: Condition = {
    text: rule,
    test(event: Event) {
      if (!event.tool || !fits(event.tool)) return holdsNot;
      const { tool_input: input, cwd } = event.payload;
      const from = typeof cwd === "string" ? cwd : "/";
      const answer = any(isObject(input) ? input : {}, event.tool, from, followFor(event));
      return answer.problem === undefined
        ? answer
        : { ...answer, problem: `if "${rule}": ${answer.problem}` };
    },
  };
  if (why === null) return { condition, problem: null };
  const problem = `"if" cannot be understood, so the hook runs whenever its matcher fits: "${rule}": ${why}`;
  return { condition, problem: `${problem}; write one rule like Bash(git push *), Edit(src/**) or Write` };
}

const followed = new LastSeen<Event, Map<string, string>>();

/** The hooks of one event ask about the same paths; the next event may find other links. */
function followFor(event: Event): Follow {
  return (path) => {
    let known = followed.get(event);
    if (!known) {
      known = new Map();
      followed.set(event, known);
    }
    const real = known.get(path) ?? realTarget(path);
    known.set(path, real);
    return real;
  };
}

type Fits = ReadRule["fits"];

function unclear(fits: Fits, why: string): ReadRule {
  const any = () => ({ holds: true, problem: `${why}, so the hook runs` });
  return { fits, unclear: why, any, parts: () => null };
}

function mcpFits(name: string): Fits {
  const pattern = wildcard(name);
  return (tool) => pattern(tool.name) || tool.name.startsWith(`${name}__`);
}

/** What the parentheses of a rule for this tool say about its input; a text says why that is nothing. */
function inputTest(spec: string, tool: ToolSpec, place: RulePlace, tools: ToolNames): InputTest | string {
  if (tool.kind === "shell") {
    const rule = shellRule(spec, tool.name === "PowerShell");
    const parts = shellParts(spec);
    return {
      any(input, called) {
        const command = tools.toolInput(called, input, "command");
        return command === undefined ? missing("command") : rule(command);
      },
      parts(input, called) {
        const command = tools.toolInput(called, input, "command");
        // What PowerShell makes of a text is not known here.
        return command === undefined || called.name === "PowerShell" ? null : parts(command);
      },
    };
  }
  if (tool.name === "WebFetch") {
    const rule = urlRule(spec);
    if (typeof rule === "string") return rule;
    return whole((input, called) => {
      const url = tools.toolInput(called, input, "url");
      return url === undefined ? missing("URL") : rule(url);
    });
  }
  if (tool.name === "Agent") {
    const fits = wildcard(spec);
    return whole((input, called) => ({
      holds: fits(tools.toolInput(called, input, "agent") ?? "general-purpose"),
    }));
  }
  if (tool.path === undefined) return `Hookline does not know what ${tool.name}(…) is about`;
  const rule = pathRule(spec, place);
  if (typeof rule === "string") return rule;
  const answers = (input: JsonObject, called: ToolSpec, cwd: string, follow?: Follow): readonly Answer[] => {
    const path = tools.toolInput(called, input, "path") ?? (called.kind === "search" ? cwd : undefined);
    return path === undefined ? [missing("path")] : rule(path, cwd, follow);
  };
  return {
    any: (...call) => answers(...call).find(({ holds }) => holds) ?? holdsNot,
    parts: (...call) => [answers(...call).every(isSure)],
  };
}

/** A call that has no parts; with a problem it is not sure that the rule holds. */
function whole(any: InputTest["any"]): InputTest {
  return {
    any,
    parts(input, tool, cwd) {
      return [isSure(any(input, tool, cwd))];
    },
  };
}

function isSure({ holds, problem }: Answer): boolean {
  return holds && problem === undefined;
}

const missing = (what: string): Answer => ({
  holds: true,
  problem: `the tool's input has no ${what}, so the hook runs`,
});
