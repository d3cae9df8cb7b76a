import { isObject, jsonOf } from "../../contract/json.ts";
import { askDaemon } from "../../system/daemon/ask-daemon.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { counted } from "../count.ts";
import { lasting } from "../duration.ts";
import { paintFor } from "../render.ts";
import { defineVerb } from "../verb.ts";
import { version } from "../version.ts";
import { visibleLine } from "../visible.ts";
import { statusAnswer } from "./answers.ts";
import { clients, type OwnPlace, ownPlace } from "./place.ts";

const nobody = { pid: null, startedAt: null, idleMs: null, calls: null, inFlight: null, port: null };

/** What is known of the daemon of this build. */
export async function daemonStatus({ place, build }: OwnPlace) {
  const told = jsonOf((await askDaemon(place, build, "status")) ?? "");
  const now = isObject(told) ? { running: true, ...nobody, ...told } : { running: false, ...nobody };
  return { ...now, build, version: version(), clients: clients() };
}

/** `hookline daemon status`: whether a daemon of this build runs, and which clients call it. */
export const statusVerb = defineVerb({
  name: "status",
  summary: "show whether the daemon of this build runs, and the clients that call it",
  examples: [
    "hookline daemon status",
    "hookline daemon status --json",
    "",
    "Exit status: 0 it runs, 1 it does not.",
  ],
  answers: statusAnswer,
  declare: (command) => command.option("--json", "print it as JSON"),
  async run(_args, options) {
    const status = await daemonStatus(ownPlace());
    if (options.json === true) writeWhole(1, `${JSON.stringify(status, null, 2)}\n`);
    else if (options.quiet !== true) writeWhole(1, `${linesOf(status).join("\n")}\n`);
    return status.running ? 0 : 1;
  },
});

function linesOf(status: Awaited<ReturnType<typeof daemonStatus>>): readonly string[] {
  const { running, pid, calls, port, idleMs, clients: found } = status;
  const paint = paintFor(1);
  const where = port === null ? "its socket" : `its socket and port ${port} of the loopback`;
  const state = running
    ? [
        `${paint.green("running")}  process ${pid}, ${counted(Number(calls), "call")} so far, on ${where}`,
        `         it ends after ${lasting(Number(idleMs))} without a call`,
      ]
    : [`${paint.yellow("not running")}  clients run the plain command; "hookline daemon --detach" starts it`];
  const native = found.native ?? "none was built: there was no C compiler";
  return [...state, `native client: ${visibleLine(native)}`, `bash client:   ${visibleLine(found.bash)}`];
}
