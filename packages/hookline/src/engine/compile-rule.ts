import { readRule } from "../config/matching/permission-rule.ts";
import type { Json, JsonObject } from "../contract/json.ts";
import type { ToolSpec } from "../contract/tool.ts";
import { createCatalog } from "../events/catalog.ts";
import { launchedTexts } from "../shell/launched.ts";

/** A tool call that a rule is asked about. */
export interface RuleCall {
  readonly tool_name: string;
  readonly tool_input: JsonObject;
  readonly cwd: string;
}

/** Where the paths of a rule start, and the tools that the host has beside those that are known. */
export interface RuleOptions {
  readonly projectDir: string;
  readonly home: string;
  /** The folder of the file that the rule is written in; the project by default. */
  readonly sourceDir?: string;
  readonly tools?: readonly ToolSpec[];
}

/** A permission rule, ready to be asked. */
export interface Rule {
  readonly text: string;
  /** Why it cannot be understood; then it holds for every tool that it may be about by `any`, and never by `every`. */
  readonly problem: string | null;
  /** `any`, for what refuses: one part of the call fits, or that cannot be known. `every`, for what opens: each part provably fits. */
  holds(call: RuleCall, strictness: "any" | "every"): boolean;
  /** Of each simple command of a call of a shell (of any other tool: of the call) whether it provably fits; null if that cannot be known. */
  parts(call: RuleCall): readonly boolean[] | null;
}

const known = createCatalog();

/** Compiles a permission rule, `Tool` or `Tool(what)` as in the `if` of hooks; never throws for what somebody wrote. */
export function compileRule(rule: string, options: RuleOptions): Rule {
  const { projectDir, home, sourceDir = projectDir, tools } = options;
  const catalog = tools ? createCatalog({ tools }) : known;
  const read = readRule(rule, { projectDir, home, sourceDir }, catalog);
  const parts: Rule["parts"] = ({ tool_name, tool_input, cwd }) => {
    const tool = catalog.tool(tool_name);
    return read.fits(tool) ? read.parts(tool_input, tool, cwd) : [false];
  };
  return {
    text: rule,
    problem:
      read.unclear && `the rule "${rule}" cannot be understood: ${read.unclear}; write one like ${examples}`,
    parts,
    holds(call, strictness) {
      if (strictness === "every") return parts(call)?.every(Boolean) ?? false;
      const tool = catalog.tool(call.tool_name);
      if (!read.fits(tool)) return false;
      const { tool_input: input, cwd } = call;
      if (read.any(input, tool, cwd).holds) return true;
      // A command that another one starts is one of the call's parts.
      const field = tool.command?.find((name) => typeof input[name] === "string");
      const texts = field === undefined ? [] : launched(input[field]);
      return texts?.some((text) => read.any({ ...input, [field ?? ""]: text }, tool, cwd).holds) ?? true;
    },
  };
}

let latest: { readonly command: string; readonly texts: readonly string[] | null } | undefined;

/** The rules of one call ask about the same command, one after the other. */
function launched(command: Json | undefined): readonly string[] | null {
  if (typeof command !== "string") return [];
  if (latest?.command !== command) latest = { command, texts: launchedTexts(command) };
  return latest.texts;
}

const examples = "Bash(git push *), Edit(src/**) or Write";
