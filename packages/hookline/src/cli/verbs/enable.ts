import { declareSwitch, switchedSchema, switchHook } from "../switch/switch-hook.ts";
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
  declare: declareSwitch,
  run: ([id = ""], options) => switchHook(id, true, options),
});
