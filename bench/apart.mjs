// Lanes in processes of their own. A process that forks pays for it afterwards as well, since its memory is protected until it is touched
// again: what one contender does must fall on itself, and on nobody who takes turns with it.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

const script = fileURLToPath(new URL("apart-lane.mjs", import.meta.url));

/** Starts the lane of this name; `holding` megabytes of Buffers, `stalls` to measure how long its loop stands still. Null if its peer is not installed. */
export async function openApart(name, { holding = 0, stalls = false } = {}) {
  const child = fork(script, [name, String(holding), String(stalls)], {
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  let told = () => {};
  child.on("message", (message) => told(message));
  child.on("exit", () => told({ kind: "gone", why: "it ended" }));
  const next = () =>
    new Promise((resolve) => {
      told = resolve;
    });
  const word = await next();
  if (word.kind === "missing") return null;
  if (word.kind !== "ready") throw new Error(`the lane ${name} did not start`);
  return {
    /** One shot: what it took, and how long the loop of its process was busy with it, in milliseconds. */
    async shot() {
      const answer = next();
      child.send("shoot");
      const figures = await answer;
      if (figures.kind !== "shot") throw new Error(`the lane ${name} broke: ${figures.why}`);
      return figures;
    },
    close: () => child.kill("SIGKILL"),
  };
}

/** Starts lanes under names; gives their shots, without those whose peers are missing, and one way to close them all. */
export async function openLanes(names, options) {
  const opened = [];
  for (const [name, lane] of Object.entries(names)) {
    const one = await openApart(lane, options);
    if (one) opened.push([name, one]);
  }
  return {
    lanes: Object.fromEntries(opened.map(([name, one]) => [name, one.shot])),
    close() {
      for (const [, one] of opened) one.close();
    },
  };
}
