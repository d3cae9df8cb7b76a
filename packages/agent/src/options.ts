import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { type PermissionMode, permissionModes } from "./session/facts.ts";

/** What the command line says. */
export interface AgentOptions {
  readonly prompt: string | undefined;
  /** Headless: one prompt, no questions, then the end. */
  readonly print: boolean;
  readonly cwd: string;
  readonly model?: string;
  readonly script?: string;
  readonly agent?: string;
  readonly permissionMode?: PermissionMode;
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  readonly continue: boolean;
  /** An id, the beginning of one, or true for the last session. */
  readonly resume?: string | true;
  readonly forkSession: boolean;
  readonly sessions: boolean;
  readonly outputFormat: "text" | "json" | "stream-json";
  readonly verbose: boolean;
  readonly mcpConfig: readonly string[];
  readonly addDir: readonly string[];
  readonly worktree?: string | true;
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
Models: provider:name for anything that LangChain reaches; keys from ANTHROPIC_API_KEY, OPENAI_API_KEY, … as usual.
`;

/** Reads the command line; gives the exit status instead if there is nothing more to do. */
export function readOptions(argv: readonly string[], version: string): AgentOptions | number {
  const collect = (value: string, before: readonly string[]) => [...before, value];
  const program = new Command("hookline-agent")
    .description("A coding agent in which every hook event fires.")
    .version(version)
    .argument("[prompt]", "what to do first; with -p it may come from standard input")
    .option("-p, --print", "headless: one prompt, no questions, then the end", false)
    .option("--cwd <folder>", "where to work", ".")
    .option("--model <name>", "the model, as provider:name")
    .option("--script <file>", "play a script instead of asking a model")
    .option("--agent <name>", "the agent that the session runs: its own hooks hold")
    .addOption(
      new Option("--permission-mode <mode>", "how much it may do unasked").choices([...permissionModes]),
    )
    .option("--allow <rule>", "allow what this rule says, as Bash(npm test:*); may be repeated", collect, [])
    .option("--deny <rule>", "refuse what this rule says; may be repeated", collect, [])
    .option("-c, --continue", "go on with the last session of this folder", false)
    .option(
      "-r, --resume [session]",
      "go on with a session: its id or the beginning of it, the last one by default",
    )
    .option("--fork-session", "with --resume or --continue: go on in a copy", false)
    .option("--sessions", "list the sessions of this folder", false)
    .addOption(
      new Option("--output-format <format>", "with -p: what is printed")
        .choices(["text", "json", "stream-json"])
        .default("text"),
    )
    .option("--verbose", "also show hooks that pass on frequent events", false)
    .option("--mcp-config <file>", "MCP servers, in the shape of .mcp.json; may be repeated", collect, [])
    .option("--add-dir <folder>", "another folder to work in; may be repeated", collect, [])
    .option("--worktree [name]", "work in a git worktree of its own")
    .option("--init", "run the Setup hooks (init) first", false)
    .option("--init-only", "run the Setup hooks (init) and the SessionStart hooks, then end", false)
    .option("--maintenance", "run the Setup hooks (maintenance) first", false)
    .option("--trust", "approve what this project's files configure, for this run", false)
    .option(
      "--dialect <name>",
      "read the hook files of this dialect only; may be repeated",
      checkedDialect(collect),
      [],
    )
    .addHelpText("after", examples)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(`${text.trim()}\nSee hookline-agent --help.\n`) });
  try {
    program.parse([...argv], { from: "user" });
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 1;
    throw error;
  }
  const { init, maintenance, ...given } = program.opts();
  return {
    ...given,
    prompt: program.args[0],
    setup: init || given.initOnly ? "init" : maintenance ? "maintenance" : null,
  } as AgentOptions;
}

type Collect = (value: string, before: readonly string[]) => readonly string[];

function checkedDialect(collect: Collect): Collect {
  return (value, before) => {
    if (value.trim() === "") throw new InvalidArgumentError("a dialect has a name");
    return collect(value, before);
  };
}
