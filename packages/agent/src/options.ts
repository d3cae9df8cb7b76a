import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { type PermissionMode, permissionModes } from "./session/facts.ts";

const outputFormats = ["text", "json", "stream-json"] as const;

/** What the command line says. */
export interface AgentOptions {
  readonly prompt: string | undefined;
  /** Headless: one prompt, no questions, then the end. */
  readonly print: boolean;
  readonly cwd: string;
  readonly model: string | undefined;
  readonly script: string | undefined;
  readonly agent: string | undefined;
  readonly permissionMode: PermissionMode | undefined;
  /** How often the model may answer one prompt. */
  readonly maxTurns: number | undefined;
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  /** An id, the beginning of one, or true for the last session. */
  readonly resume: string | true | undefined;
  readonly forkSession: boolean;
  readonly sessions: boolean;
  readonly outputFormat: (typeof outputFormats)[number];
  readonly verbose: boolean;
  readonly mcpConfig: readonly string[];
  readonly addDir: readonly string[];
  /** Its name, or true for any. */
  readonly worktree: string | true | undefined;
  readonly setup: "init" | "maintenance" | null;
  readonly initOnly: boolean;
  readonly trust: boolean;
  readonly dialect: readonly string[];
}

const examples = `
Examples:
  hookline-agent "add a health endpoint"                  a session that begins with this prompt
  hookline-agent -p "fix the tests" --model openai:gpt-5  one prompt, no questions, then the end
  hookline-agent -p "go" --script turns.json --permission-mode bypassPermissions
  hookline-agent --resume                                 goes on with the last session

Hooks: .hookline/hooks.json, .claude/settings.json and others; see "hookline list". In a session, /help says what can be typed.
Exit status: 0 when done (also when a call was deferred or a hook stopped the turn), 1 when the session could not start, the model failed or
--max-turns was reached, 130 after Ctrl-C, 143 and 129 after SIGTERM and SIGHUP.
Models: provider:name for anything that LangChain reaches; keys from ANTHROPIC_API_KEY, OPENAI_API_KEY, … as usual.
`;

/** Reads the command line; gives the exit status instead if there is nothing more to do. */
export function readOptions(argv: readonly string[], version: string): AgentOptions | number {
  const program = new Command("hookline-agent")
    .description("A coding agent in which every hook event fires.")
    .version(version)
    .argument("[prompt]", "what to do first; with -p it may come from standard input")
    .option("-p, --print", "headless: one prompt, no questions, then the end")
    .option("--cwd <folder>", "where to work", ".")
    .option("--model <name>", "the model, as provider:name")
    .option("--script <file>", "play a script instead of asking a model")
    .option("--agent <name>", "the agent that the session runs: its own hooks hold")
    .addOption(
      new Option("--permission-mode <mode>", "how much it may do unasked").choices([...permissionModes]),
    )
    .option("--max-turns <number>", "let the model answer a prompt so often at most", positive)
    .option("--allow <rule>", "allow what this rule says, as Bash(npm test:*); may be repeated", collect)
    .option("--deny <rule>", "refuse what this rule says; may be repeated", collect)
    .option("-c, --continue", "go on with the last session of this folder")
    .option(
      "-r, --resume [session]",
      "go on with a session: its id or the beginning of it, the last one by default",
    )
    .option("--fork-session", "with --resume or --continue: go on in a copy")
    .option("--sessions", "list the sessions of this folder")
    .addOption(
      new Option("--output-format <format>", "with -p: what is printed")
        .choices([...outputFormats])
        .default("text"),
    )
    .option("--verbose", "also show hooks that pass on frequent events")
    .option("--mcp-config <file>", "MCP servers, in the shape of .mcp.json; may be repeated", collect)
    .option("--add-dir <folder>", "another folder to work in; may be repeated", collect)
    .option("--worktree [name]", "work in a git worktree of its own")
    .option("--init", "run the Setup hooks (init) first")
    .option("--init-only", "run the Setup hooks (init) and the SessionStart hooks, then end")
    .option("--maintenance", "run the Setup hooks (maintenance) first")
    .option("--trust", "approve what this project's files configure, for this run")
    .option("--dialect <name>", "read the hook files of this dialect only; may be repeated", checkedDialect)
    .addHelpText("after", examples)
    .exitOverride()
    .configureOutput({
      outputError: (text, write) =>
        write(
          `hookline-agent: ${text
            .trim()
            .replace(/^error: |\.$/g, "")
            .replace("\n", " ")}; see hookline-agent --help\n`,
        ),
    });
  try {
    program.parse([...argv], { from: "user" });
    const options = optionsOf(program.opts(), program.args[0]);
    const mistake = mistakeIn(options, program.opts());
    return mistake === null ? options : program.error(mistake);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 1;
    throw error;
  }
}

type Given = { readonly [name: string]: unknown };

/** What is wrong with options that are right one by one; null if nothing is. */
function mistakeIn({ outputFormat, print, forkSession, resume }: AgentOptions, given: Given): string | null {
  if (outputFormat !== "text" && !print) return `--output-format ${outputFormat} goes with -p`;
  if (forkSession && resume === undefined) return "--fork-session goes with --resume or --continue";
  if (given.continue && typeof given.resume === "string")
    return `--continue and --resume ${given.resume} may mean two sessions: leave one of them out`;
  if ((given.init || given.initOnly) && given.maintenance)
    return "--init and --maintenance cannot be used together";
  return null;
}

/** What commander has read, in words that the types know. */
function optionsOf(given: Given, prompt: string | undefined): AgentOptions {
  const flag = (name: string) => given[name] === true;
  const text = (name: string) => (typeof given[name] === "string" ? given[name] : undefined);
  const list = (name: string): readonly string[] =>
    Array.isArray(given[name]) ? given[name].filter((one) => typeof one === "string") : [];
  const textOrTrue = (name: string) => (flag(name) ? true : text(name));
  return {
    prompt,
    print: flag("print"),
    cwd: text("cwd") ?? ".",
    model: text("model"),
    script: text("script"),
    agent: text("agent"),
    permissionMode: permissionModes.find((mode) => mode === given.permissionMode),
    maxTurns: typeof given.maxTurns === "number" ? given.maxTurns : undefined,
    allow: list("allow"),
    deny: list("deny"),
    resume: flag("continue") || textOrTrue("resume"),
    forkSession: flag("forkSession"),
    sessions: flag("sessions"),
    outputFormat: outputFormats.find((format) => format === given.outputFormat) ?? "text",
    verbose: flag("verbose"),
    mcpConfig: list("mcpConfig"),
    addDir: list("addDir"),
    worktree: textOrTrue("worktree"),
    setup: flag("init") || flag("initOnly") ? "init" : flag("maintenance") ? "maintenance" : null,
    initOnly: flag("initOnly"),
    trust: flag("trust"),
    dialect: list("dialect"),
  };
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function positive(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError("it must be a whole number, 1 or more");
  return Number(value);
}

function checkedDialect(value: string, before?: readonly string[]): readonly string[] {
  if (value.trim() === "") throw new InvalidArgumentError("a dialect has a name");
  return collect(value, before);
}
