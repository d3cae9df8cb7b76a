// The tests, when the agent wants to stop. Exit 2 here means: not done yet, and why.
import { spawnSync } from "node:child_process";
import { appendFileSync } from "node:fs";

const args = ["--test-reporter=tap", "test/health.test.js"];
const { status, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
appendFileSync(".hookline/tests.log", `${status === 0 ? "passed" : "failed"}\n`);
if (status === 0) {
  console.log("all tests pass");
} else {
  const [, name = "?"] = /^not ok \d+ - (.*)$/m.exec(stdout) ?? [];
  const field = (word) => new RegExp(`^ +${word}: '?(.*?)'?$`, "m").exec(stdout)?.[1];
  console.error(`the test "${name}" fails: expected ${field("expected")}, got ${field("actual")}`);
  process.exitCode = 2;
}
