// One hook in a process that holds a gigabyte of Buffers, as agents with large contexts and files do: what Node copies when it forks.
import { bareSpawn, enginesOver, realHook } from "./lanes.mjs";
import { inLanes } from "./measure.mjs";

const quick = process.argv.includes("--quick");
const { lanes, missing, close } = await enginesOver([{ command: realHook }]);
const held = Array.from({ length: quick ? 4 : 64 }, () => Buffer.alloc(16 * 1024 * 1024, 1));
const results = await inLanes({
  lanes: { bare: () => bareSpawn(realHook), ...lanes },
  shots: quick ? 2 : 50,
});
await close();
if (held.some((buffer) => buffer[0] !== 1)) throw new Error("what was held is gone");
console.log(JSON.stringify({ results, missing }));
