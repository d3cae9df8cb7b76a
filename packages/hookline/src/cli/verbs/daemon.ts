import { writeWhole } from "../../system/standard-streams.ts";
import { noSuchVerb } from "../audit/no-such-verb.ts";
import { detach } from "../daemon/detach.ts";
import { clients, ownPlace } from "../daemon/place.ts";
import { serve } from "../daemon/serve.ts";
import { statusVerb } from "../daemon/status.ts";
import { stopVerb } from "../daemon/stop.ts";
import { durationOf, lasting } from "../duration.ts";
import { defineVerb, textOption } from "../verb.ts";
import { visibleLine } from "../visible.ts";

const under = [statusVerb, stopVerb];

/** `hookline daemon`: answers calls of `hookline fire` for clients that start faster than Node does. */
export const daemonVerb = defineVerb({
  name: "daemon",
  summary: "answer hookline-fire, which does what `hookline fire` does in a fraction of the time",
  examples: [
    "hookline daemon --detach",
    "hookline daemon --idle 8h              (in the foreground, for a service manager)",
    "hookline daemon status",
    "hookline daemon stop",
    "",
    "hookline-fire takes the words, stdin, folder and variables of `hookline fire` and gives the same answer. Without a daemon",
    "of its own build it runs the plain command. It starts none itself, unless HOOKLINE_DAEMON=auto.",
    "Exit status: 0 it has ended, or runs in the background; 1 a wrong call, or it could not start.",
  ],
  verbs: under,
  declare: (command) =>
    command
      .option("--detach", "run in the background")
      .option("--idle <time>", "end after so long without a call: 30m, 8h", "30m")
      .option("--loopback", "listen on 127.0.0.1 too, for hookline-fire.sh: bash cannot open a socket"),
  async run(args, options) {
    noSuchVerb(
      args,
      "daemon",
      under.map(({ name }) => name),
    );
    const idle = textOption(options, "idle") ?? "30m";
    const idleMs = durationOf(idle, "--idle");
    const own = ownPlace();
    const say = (text: string) => {
      if (options.quiet !== true) writeWhole(1, `${visibleLine(text)}\n`);
    };
    const loopback = options.loopback === true;
    if (options.detach === true) {
      const isNew = await detach(own, ["--idle", idle, ...(loopback ? ["--loopback"] : [])]);
      const { native, bash } = clients();
      say(
        isNew
          ? `the daemon runs; it ends after ${lasting(idleMs)} without a call`
          : "the daemon runs already",
      );
      say(`call ${native ?? bash} in the place of hookline fire`);
      return 0;
    }
    return serve({
      ...own,
      idleMs,
      loopback,
      onReady: (port) =>
        say(`ready${port === null ? "" : `, also on port ${port} of the loopback`}; Ctrl+C ends it`),
    });
  },
});
