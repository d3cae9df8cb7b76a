import { appendFileSync } from "node:fs";
import { test } from "vitest";
import { run } from "./commands.ts";
import { session } from "./session.ts";
test("t", async () => {
  const s = await session();
  const log = (...a: unknown[]) => appendFileSync("/tmp/h2-times", `${a.join(" ")}\n`);
  for (const c of ["true", "echo x", "cd .", "sleep 1 &"]) { await s.call(...run(c)); const t = performance.now(); for (let i = 0; i < 10; i++) await s.call(...run(c)); log(c, (performance.now() - t) / 10); }
  const t = performance.now(); await s.error(...run("sleep 30", { timeout: 100 })); log("timeout", performance.now() - t);
});
