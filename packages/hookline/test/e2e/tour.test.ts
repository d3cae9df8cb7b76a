import { spawnSync } from "node:child_process";
import { resolve } from "node:path";
import { expect, it } from "vitest";
import { scratch } from "../engine/scratch.ts";

// shows: W-134 W-135 W-136 G-055
it("npm start's tour shows a blocked command, a formatted file and a Stop hook that runs tests", () => {
  const { env } = scratch();
  const tour = resolve(import.meta.dirname, "../../../../scripts/tour.mjs");
  const { status, stdout, stderr } = spawnSync(process.execPath, [tour], { env, encoding: "utf8" });
  expect(stderr).toBe("");
  expect(stdout).toContain("deny: refusing to delete the whole machine");
  expect(stdout).toContain("the command did not run");
  expect(stdout).toContain('    {\n      "name": "demo",\n      "port": 80\n    }');
  expect(stdout).toContain("deny: 1 test failed: the port is 80, expected 8080");
  expect(status).toBe(0);
});
