import type { Environment } from "@marcbachmann/cel-js";
import { fitsSigns, globSigns } from "../../shell/glob.ts";
import type { RuleSubject } from "../rule.ts";
import { CommandValue, commandFields } from "./command-value.ts";
import { createEnvironment } from "./expressions.ts";
import { PathValue, pathFields } from "./path-value.ts";
import {
  FactsValue,
  factsFields,
  HostValue,
  hostFields,
  ShellValue,
  shellFields,
  TextValue,
  ToolValue,
  textFields,
  toolFields,
} from "./small-values.ts";
import type { JudgeTools } from "./tools.ts";

/** What every rule sees beside the payload's fields, with its type. */
export const ruleVariables = {
  payload: "dyn",
  event: "string",
  settings: "dyn",
  tool: "Tool",
  facts: "Facts",
  shell: "Shell",
  commands: "list<Command>",
  paths: "list<Path>",
  hosts: "list<Host>",
  texts: "list<Text>",
} as const;

/** What a rule sees of the one thing that it is asked about, with its type. */
export const subjectVariables = { command: "Command", path: "Path", host: "Host", text: "Text" } as const;

/** So many options one `has` may name. */
const mostFlags = 12;

/** Makes the environments of rules, one for each thing that a rule may be asked about. */
export function createRuleEnvironments(tools: JudgeTools): Readonly<Record<RuleSubject, Environment>> {
  const base = withTypes(createEnvironment(tools));
  for (const [name, type] of Object.entries(ruleVariables)) base.registerVariable(name, type);
  withFunctions(base);
  const about = (subject: keyof typeof subjectVariables) =>
    base.clone().registerVariable(subject, subjectVariables[subject]);
  return {
    event: base.clone(),
    command: about("command"),
    path: about("path"),
    host: about("host"),
    text: about("text"),
  };
}

function withTypes(environment: Environment): Environment {
  return environment
    .registerType("Path", { ctor: PathValue, fields: pathFields })
    .registerType("Command", { ctor: CommandValue, fields: commandFields })
    .registerType("Host", { ctor: HostValue, fields: hostFields })
    .registerType("Text", { ctor: TextValue, fields: textFields })
    .registerType("Tool", { ctor: ToolValue, fields: toolFields })
    .registerType("Facts", { ctor: FactsValue, fields: factsFields })
    .registerType("Shell", { ctor: ShellValue, fields: shellFields });
}

type PathTest = "isUnder" | "fits" | "reaches";

function withFunctions(environment: Environment): void {
  const onPaths = (name: string, test: PathTest) => {
    environment.registerFunction(`Path.${name}(string): bool`, (path: PathValue, one: string) =>
      path[test](one),
    );
    environment.registerFunction(`Path.${name}(list): bool`, (path: PathValue, list: readonly unknown[]) =>
      test === "fits" ? path.fitsAny(list) : list.some((one) => path[test](String(one))),
    );
  };
  onPaths("under", "isUnder");
  onPaths("glob", "fits");
  onPaths("reaches", "reaches");
  for (let count = 1; count <= mostFlags; count++) {
    const words = Array.from({ length: count }, () => "string").join(", ");
    environment.registerFunction(`Command.has(${words}): bool`, (command: CommandValue, ...flags: string[]) =>
      command.has(...flags),
    );
  }
  environment.registerFunction("Host.within(list): bool", (host: HostValue, names: readonly unknown[]) =>
    host.within(names),
  );
  environment.registerFunction("Host.within(string): bool", (host: HostValue, name: string) =>
    host.within([name]),
  );
  environment.registerFunction("string.like(string): bool", (text: string, pattern: string) =>
    fitsSigns(globSigns(pattern), text),
  );
  environment.registerFunction("Text.hasSecret(): bool", (text: TextValue) => text.hasSecret());
}
