// One hook in a process that holds a gigabyte of Buffers, as agents with large contexts and files do: what Node copies when it forks.
import { openLanes } from "./apart.mjs";
import { besideBaselines, enginesOver, livedMs, realHook } from "./lanes.mjs";

const quick = process.argv.includes("--quick");
const megabytes = quick ? 64 : 1024;
const opened = await enginesOver([{ command: realHook }]);
const bare = await openLanes({ bare: "bare" }, { holding: megabytes });
const held = Array.from({ length: megabytes / 16 }, () => Buffer.alloc(16 * 1024 * 1024, 1));
const results = await besideBaselines(opened, bare.lanes, {
  shots: quick ? 2 : 50,
  livedMs: quick ? 0 : livedMs / 2,
});
bare.close();
await opened.close();
if (held.some((buffer) => buffer[0] !== 1)) throw new Error("what was held is gone");
console.log(JSON.stringify({ results, missing: opened.missing }));
