import type { Event } from "../../contract/event.ts";
import type { Condition } from "../../contract/hook.ts";
import { isObject, type JsonObject } from "../../contract/json.ts";
import type { ToolSpec } from "../../contract/tool.ts";
import { pathRule, type RulePlace } from "./path-rule.ts";
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

/** Says of a tool's input whether the rule holds; the tool fits already. */
type InputTest = (input: JsonObject, tool: ToolSpec, cwd: string) => Answer;

const holds: Answer = { holds: true };
const holdsNot: Answer = { holds: false };

/** Rules for these names are for every tool of the same kind, whatever an agent calls it. */
const namesOfKinds: ReadonlySet<string> = new Set(["Bash", "Read", "Write", "Edit"]);

/** Compiles an `if`: exactly one rule, `Tool` or `Tool(what)`; one that cannot be understood holds, with a problem. */
export function compileIf(rule: string, place: RulePlace, tools: ToolNames): CompiledIf {
  const text = rule.trim();
  const parsed = /^(mcp__[\w.:*-]*|[\w.:-]+)(?:\(([\s\S]*)\))?$/.exec(text);
  const [, name = "", spec = ""] = parsed ?? [];
  if (!parsed || /\)\s*(?:[|&,;]+|and|or)\s*[\w-]+\(/i.test(spec)) {
    return unclear(rule, () => true, "it is not exactly one rule");
  }
  if (name.startsWith("mcp__")) {
    const fits = mcpFits(name);
    if (spec) return unclear(rule, fits, "rules for MCP tools have no parentheses");
    return { condition: conditionOf(rule, fits, () => holds), problem: null };
  }
  const tool = tools.tool(tools.currentName(name));
  const fits = ({ name: canonical, kind }: ToolSpec): boolean =>
    canonical === tool.name || (namesOfKinds.has(tool.name) && kind === tool.kind);
  const test = spec.trim() === "" ? () => holds : inputTest(spec.trim(), tool, place, tools);
  if (typeof test === "string") return unclear(rule, fits, test);
  return { condition: conditionOf(rule, fits, test), problem: null };
}

type Fits = (tool: ToolSpec) => boolean;

function conditionOf(text: string, fits: Fits, test: InputTest): Condition {
  return {
    text,
    test(event: Event) {
      if (!event.tool || !fits(event.tool)) return holdsNot;
      const { tool_input: input, cwd } = event.payload;
      const answer = test(isObject(input) ? input : {}, event.tool, typeof cwd === "string" ? cwd : "/");
      return answer.problem === undefined
        ? answer
        : { ...answer, problem: `if "${text}": ${answer.problem}` };
    },
  };
}

/** A rule that holds for every tool that it may be about. */
function unclear(text: string, fits: Fits, why: string): CompiledIf {
  const problem = `"if" cannot be understood, so the hook runs whenever its matcher fits: "${text}": ${why}`;
  return {
    condition: conditionOf(text, fits, () => ({ holds: true, problem: `${why}, so the hook runs` })),
    problem: `${problem}; write one rule like Bash(git push *), Edit(src/**) or Write`,
  };
}

function mcpFits(name: string): Fits {
  const pattern = wildcard(name);
  return (tool) => pattern(tool.name) || tool.name.startsWith(`${name}__`);
}

/** What the parentheses of a rule for this tool say about its input; a text says why that is nothing. */
function inputTest(spec: string, tool: ToolSpec, place: RulePlace, tools: ToolNames): InputTest | string {
  if (tool.kind === "shell") {
    const rule = shellRule(spec, tool.name === "PowerShell");
    return (input, called) => {
      const command = tools.toolInput(called, input, "command");
      return command === undefined ? missing("command") : rule(command);
    };
  }
  if (tool.name === "WebFetch") {
    const rule = urlRule(spec);
    if (typeof rule === "string") return rule;
    return (input, called) => {
      const url = tools.toolInput(called, input, "url");
      return url === undefined ? missing("URL") : rule(url);
    };
  }
  if (tool.name === "Agent") {
    const fits = wildcard(spec);
    return (input, called) => ({
      holds: fits(tools.toolInput(called, input, "agent") ?? "general-purpose"),
    });
  }
  if (tool.path === undefined) return `Hookline does not know what ${tool.name}(…) is about`;
  const rule = pathRule(spec, place);
  if (typeof rule === "string") return rule;
  return (input, called, cwd) => {
    const path = tools.toolInput(called, input, "path") ?? (called.kind === "search" ? cwd : undefined);
    return path === undefined ? missing("path") : rule(path, cwd);
  };
}

const missing = (what: string): Answer => ({
  holds: true,
  problem: `the tool's input has no ${what}, so the hook runs`,
});
