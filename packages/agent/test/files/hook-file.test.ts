import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createEngine } from "hookline";
import { expect, it, onTestFinished } from "vitest";
import { checkHooks } from "../../src/host/open-engine.ts";
import { keepingShow, scratchFolders } from "../settings/scratch-settings.ts";

it("a hook file that is a pipe holds nothing up: nobody knows what it guards, so nothing starts", async () => {
  const { project, home, system } = scratchFolders();
  mkdirSync(join(project, ".hookline"));
  execFileSync("mkfifo", [join(project, ".hookline/hooks.json")]);
  const engine = await createEngine({ cwd: project, env: { HOME: home }, systemRoot: system, trust: "all" });
  onTestFinished(() => engine.close());
  const show = keepingShow();
  expect(() => checkHooks(engine, show)).toThrow("a hook that must hold cannot be loaded");
  expect(show.notices.join()).toContain("is a pipe");
});
