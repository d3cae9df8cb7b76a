import { rmSync } from "node:fs";
import { join } from "node:path";
import { createEngine } from "hookline";
import { expect, it, onTestFinished } from "vitest";
import { filesOfHooks, filesOfServers } from "../../src/permission/guarded-files.ts";
import { watchLostHooks } from "../../src/permission/lost-hooks.ts";
import { payloadFor } from "../../src/session/tell.ts";
import { scratchGrounds } from "./scratch-permission.ts";

async function guarded() {
  const place = scratchGrounds();
  const script = place.write("guard.sh", "exit 0\n");
  const hooks = [{ id: "guard", type: "command", command: "sh ./guard.sh" }];
  place.write(".hookline/hooks.json", { hooks: { PreToolUse: [{ matcher: "command_execute", hooks }] } });
  const env = { PATH: process.env.PATH, HOME: place.home, XDG_STATE_HOME: place.state };
  const engine = await createEngine({
    cwd: place.project,
    env,
    systemRoot: place.system,
    dialects: ["native"],
  });
  onTestFinished(() => engine.close());
  return { ...place, script, engine };
}

const payload = (place: Awaited<ReturnType<typeof guarded>>) => payloadFor("PreToolUse", place.facts);
const command = { name: "command_execute", input: { command: "ls" } };

it("a hook that loses its approval has the calls refused that it judges, until it is approved again", async () => {
  const place = await guarded();
  await place.engine.approve(place.engine.hooks);
  const lost = watchLostHooks(place.engine);
  expect(lost(command, payload(place), null)).toBeNull();
  place.write("guard.sh", "exit 0 # not what was approved\n");
  expect(lost(command, payload(place), null)).toContain("hookline trust guard");
  expect(lost({ name: "read_file", input: { file_path: "a" } }, payload(place), null)).toBeNull();
  await place.engine.approve(place.engine.hooks);
  expect(lost(command, payload(place), null)).toBeNull();
  // Another script of that name where the session goes to.
  place.write("sub/guard.sh", "exit 0\n");
  place.facts.cwd = join(place.project, "sub");
  expect(lost(command, payload(place), null)).toContain("guard");
  place.facts.cwd = place.project;
  rmSync(place.script);
  expect(lost(command, payload(place), null)).toContain("guard");
});

it("a hook that nobody had approved stops nothing", async () => {
  const place = await guarded();
  const lost = watchLostHooks(place.engine);
  expect(lost(command, payload(place), null)).toBeNull();
});

it("the files of hooks and of servers are found", async () => {
  const { engine, project, script, write } = await guarded();
  expect(filesOfHooks(engine)).toContain(script);
  engine.turn(engine.hooks[0] ?? expect.fail("no hook"), "off");
  expect(filesOfHooks(engine)).toEqual([]);
  const [server, preload, env] = ["s/server.js", "s/preload.js", "s/env.js"].map((path) => write(path, ""));
  const config = {
    type: "stdio" as const,
    command: "node",
    args: ["--require=./preload.js", "server.js", "nowhere.js"],
    env: { NODE_OPTIONS: "--import ./env.js" },
    cwd: "s",
  };
  expect(filesOfServers([{ config }], project)).toEqual([preload, server, env]);
  expect(filesOfServers([{ config: { type: "http" } }], project)).toEqual([]);
});
