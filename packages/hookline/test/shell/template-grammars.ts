import { expect } from "vitest";
import type { TemplateGrammar } from "../../src/contract/template.ts";
import { compileTemplate } from "../../src/shell/template.ts";

/** Placeholders as CLI-Agent writes them. */
export const braces: TemplateGrammar = {
  form: "braces",
  names: [
    "tool_name",
    "tool_args",
    "result",
    "error",
    "message",
    "timestamp",
    "session_id",
    "user_input",
    "x",
    "y",
  ],
};

/** Placeholders as gencode and Forge write them. */
export const dollar: TemplateGrammar = {
  form: "dollar",
  names: ["FILE_PATH", "TOOL_NAME", "TOOL_ARGS", "FORGE_TOOL_ARGS", "EVENT_TYPE", "CWD"],
  folders: ["CWD"],
};

/** The reasons for which a command must not run. */
export const refusals = (command: string, grammar: TemplateGrammar) => {
  const { template, problems } = compileTemplate(command, grammar);
  const errors = problems.filter(({ severity }) => severity === "error");
  if (errors.length > 0) expect(template).toBeNull();
  for (const { hint } of errors) expect(hint.length).toBeGreaterThan(5);
  return errors.map(({ message }) => message.replace(/^.* cannot be used here: /, ""));
};
