import { noSuchVerb } from "../audit/no-such-verb.ts";
import { clearVerb } from "../record/clear.ts";
import { listVerb } from "../record/list.ts";
import { showVerb } from "../record/show.ts";
import { startVerb } from "../record/start.ts";
import { showStatus, statusSchema, statusVerb } from "../record/status.ts";
import { stopVerb } from "../record/stop.ts";
import { defineVerb } from "../verb.ts";

const under = [startVerb, stopVerb, statusVerb, listVerb, showVerb, clearVerb];

/** `hookline record`: whether events are written down; the verbs under it switch that, and show what there is. */
export const recordVerb = defineVerb({
  name: "record",
  summary: "write events down for a while, to judge them again with other hooks (hookline replay)",
  examples: [
    "hookline record start --for 7d",
    "hookline record list",
    "hookline record show 4f1c",
    "hookline record stop",
    "",
    "Without a verb it says how things stand. Exit status: 0; 1 a wrong call, or a file that cannot be believed.",
  ],
  answers: statusSchema,
  verbs: under,
  declare: (command) => command.option("--json", "print the state as JSON"),
  async run(args, options) {
    noSuchVerb(
      args,
      "record",
      under.map(({ name }) => name),
    );
    return showStatus(options);
  },
});
