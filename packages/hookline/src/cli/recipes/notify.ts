import { defineRecipe, scriptGroup } from "./recipe.ts";
import { startsPrograms } from "./scripts/programs.ts";
import { readsEvent, readsOptions, scriptOf } from "./scripts/script.ts";

const notifies = {
  imports: { "node:fs": ["writeFileSync"] },
  code: String.raw`
const how = option("by");
// The cases of other hooks must not ring at anybody's desk.
if (inTest && !hasStandIn(how)) process.exit(0);
const said = typeof event.message === "string" && event.message !== "" ? event.message : "The agent is done.";
const text = said.replace(/[\u0000-\u001f\u007f-\u009f]+/g, " ").slice(0, 300);
const title = "Agent in " + project.split("/").at(-1);
if (how === "notify-send") run("notify-send", ["--app-name=hookline", "--", title, text], "apt install libnotify-bin");
else if (how === "osascript") {
  // The texts are arguments of the program, never a part of it.
  const program = ["on run argv", "display notification (item 1 of argv) with title (item 2 of argv)", "end run"];
  run("osascript", [...program.flatMap((line) => ["-e", line]), text, title], "it is a part of macOS");
} else {
  try {
    writeFileSync("/dev/tty", "\u0007");
  } catch {
    // Nobody sits at a terminal.
  }
}
`,
};

/** Tells the person. */
export const notify = defineRecipe({
  name: "notify",
  summary: "tell the desktop, or ring the terminal, when the agent waits or is done",
  about:
    "On Notification and Stop, in the background: nobody waits for it. `notify-send` on Linux, `osascript` on macOS, `bell` rings the terminal.",
  tools: {
    names: ["notify-send", "osascript", "bell"],
    several: false,
    found: ({ platform }) => [
      platform === "darwin" ? "osascript" : platform === "linux" ? "notify-send" : "bell",
    ],
  },
  make: ({ id, tools: [tool = "bell"], script }) => {
    const rest = { async: true, timeout: 10 };
    const stubs = tool === "bell" ? {} : { stubs: { programs: { [tool]: { exit: 0 } } } };
    return {
      hooks: {
        Notification: [scriptGroup(null, id, [script, `--by=${tool}`], rest)],
        Stop: [scriptGroup(null, `${id}-done`, [script, `--by=${tool}`], rest)],
      },
      script: scriptOf("Tells the person: --by says how.", [
        readsEvent,
        readsOptions,
        startsPrograms,
        notifies,
      ]),
      cases: [
        {
          name: "the agent waits",
          event: "Notification",
          payload: { message: "May I?", notification_type: "permission_prompt" },
          ...stubs,
          expect: { hooks: { [id]: "background" } },
        },
        {
          name: "the agent is done",
          event: "Stop",
          payload: { stop_hook_active: false },
          ...stubs,
          expect: { hooks: { [`${id}-done`]: "background" } },
        },
      ],
      notes: [],
    };
  },
});
