import { switchedSchema, switchHook } from "../switch/switch-hook.ts";
import { defineVerb } from "../verb.ts";

/** `hookline enable`: switches a hook on in its file. */
export const enableVerb = defineVerb({
  name: "enable",
  summary: "switch a hook on in its file; comments and the rest of the file stay",
  examples: [
    "hookline enable guard",
    "hookline enable guard --file .hookline/hooks.local.json",
    "hookline enable guard --json",
    "",
    "Exit status: 0 it is on; 1 there is no such hook, several files have it, or its file is not ours to change.",
  ],
  answers: switchedSchema,
  declare: (command) =>
    command
      .argument("<id>", 'the hook; "hookline list" shows the ids')
      .option(
        "--file <file>",
        "the file that is meant, if several have this id: a path, or team, local, user",
      )
      .option("--json", "print what was done as JSON"),
  run: ([id = ""], options) => switchHook(id, true, options),
});
