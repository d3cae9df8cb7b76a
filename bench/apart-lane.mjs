// One lane in a process of its own (`apart.mjs`): somebody who does without Hookline, and has as much loaded as those who do not.
import "hookline";
import { geminiRunner } from "./gemini.mjs";
import { bareSpawn, realHook, twentyHooks, wire } from "./lanes.mjs";
import { measured, stallOf } from "./measure.mjs";
import { loadPeer } from "./peers.mjs";

const commands = twentyHooks.map(({ command }) => command);

/** What each lane does; null if its peer is not installed. */
const makers = {
  bare: () => () => bareSpawn(realHook),
  "bare-twenty": () => () => Promise.all(commands.map((command) => bareSpawn(command))),
  async execa() {
    const peer = await loadPeer("execa/index.js");
    return peer && (() => peer.execa({ input: wire() })("/bin/sh", ["-c", realHook]));
  },
  async gemini() {
    const run = await geminiRunner();
    return run && (() => run([realHook]));
  },
  async "gemini-twenty"() {
    const run = await geminiRunner();
    return run && (() => run(commands));
  },
};

const [name, holding, stalls] = process.argv.slice(2);
const act = await makers[name]();
const held = Array.from({ length: Number(holding) / 16 }, () => Buffer.alloc(16 * 1024 * 1024, 1));
const shoot = stalls === "true" && act ? () => stallOf(act) : act;
process.on("message", async () => {
  try {
    const { time, busy } = await measured(shoot);
    process.send({ kind: held.every((buffer) => buffer[0] === 1) ? "shot" : "empty", time, busy });
  } catch (error) {
    process.send({ kind: "broken", why: error.message });
  }
});
process.send({ kind: act ? "ready" : "missing" });
