import { lstatSync } from "node:fs";
import { connect } from "node:net";
import { protocol } from "./conversation.ts";
import { folderProblem, type RunPlace } from "./run-folder.ts";
import { socketPath } from "./socket-path.ts";

/** How long a daemon that lives takes at the most until it says something. */
const patienceMs = 5_000;

/** What the daemon of a place says to a verb, in one line; null if there is none, or it says nothing. */
export function askDaemon(place: RunPlace, build: string, verb: "status" | "stop"): Promise<string | null> {
  const path = `${place.folder}/${place.socket}`;
  if (folderProblem(place.folder) !== null) return Promise.resolve(null);
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat?.isSocket() || stat.uid !== process.geteuid?.()) return Promise.resolve(null);
  const short = socketPath(place.folder, place.socket);
  return new Promise((resolve) => {
    const socket = connect({ path: short.path });
    let text = "";
    let isSettled = false;
    const settle = () => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(late);
      socket.destroy();
      short.close();
      resolve(text.endsWith("\n") ? text.trimEnd() : null);
    };
    const late = setTimeout(settle, patienceMs);
    socket.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      if (text.length > 65_536) socket.destroy();
    });
    socket.on("end", settle).on("error", settle).on("close", settle);
    socket.write(`hookline ${protocol} ${build} - ${verb}\n`);
  });
}
