import { declareSwitch, switchedSchema, switchHook } from "../switch/switch-hook.ts";
import { defineVerb } from "../verb.ts";

/** `hookline disable`: switches a hook off in its file. */
export const disableVerb = defineVerb({
  name: "disable",
  summary: "switch a hook off in its file; comments and the rest of the file stay",
  examples: [
    "hookline disable guard",
    "hookline disable guard --file .hookline/hooks.local.json",
    "hookline disable guard --json",
    "",
    "Exit status: 0 it is off; 1 there is no such hook, several files have it, or its file is not ours to change.",
  ],
  answers: switchedSchema,
  declare: declareSwitch,
  run: ([id = ""], options) => switchHook(id, false, options),
});
