import { Option } from "commander";
import { decisionAnswer } from "../answers/decision.ts";
import { runFire } from "../fire/run-fire.ts";
import { collect, defineVerb } from "../verb.ts";

/** `hookline fire`: says that something is about to happen and shows the decision. */
export const fireVerb = defineVerb({
  name: "fire",
  summary: "run the hooks of an event and show the decision",
  examples: [
    `hookline fire PreToolUse --tool Bash --input '{"command":"rm -rf /"}'`,
    "hookline fire --payload event.json --json",
    `echo '{"hook_event_name":"Stop","stop_hook_active":false}' | hookline fire`,
    "hookline fire --wire claude-code    (as a hook of Claude Code: its payload in, its answer out)",
    "",
    "Exit status: 2 deny or halt, 3 ask or defer, 1 a broken hook file or a wrong call, 0 otherwise.",
  ],
  answers: decisionAnswer,
  declare: (command) =>
    command
      .argument("[event]", "the event's name; may be in the payload instead")
      .option("--payload <file>", "the payload as JSON, - for stdin")
      .option("--tool <name>", "the tool of the payload")
      .option("--input <json>", "the tool's input")
      .option("--dialect <name>", "read only the hook files of this dialect (may be repeated)", collect)
      .option("--trust", "approve the project's hooks for this call")
      .option("--all", "also list the hooks whose matcher does not fit")
      .option("--no-wait", "do not wait for hooks that run in the background")
      .option("--strict", "exit with 1 if anything is wrong in a hook file")
      .option("--json", "print the decision as JSON")
      .option("--wire <dialect>", "read and answer as this agent does; its own files are left to it")
      .addOption(new Option("--background-only").hideHelp())
      .addOption(new Option("--event-id <id>").hideHelp())
      .addOption(new Option("--leave <name>").argParser(collect).hideHelp()),
  run: ([event], options) => runFire(event, options),
});
