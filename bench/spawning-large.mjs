// One hook in a process that holds a gigabyte of Buffers, as agents with large contexts and files do: what Node copies when it forks.
import { bareSpawn, besideBaselines, enginesOver, realHook } from "./lanes.mjs";

const quick = process.argv.includes("--quick");
const opened = await enginesOver([{ command: realHook }]);
const held = Array.from({ length: quick ? 4 : 64 }, () => Buffer.alloc(16 * 1024 * 1024, 1));
const results = await besideBaselines(opened, { bare: () => bareSpawn(realHook) }, { shots: quick ? 2 : 50 });
await opened.close();
if (held.some((buffer) => buffer[0] !== 1)) throw new Error("what was held is gone");
console.log(JSON.stringify({ results, missing: opened.missing }));
