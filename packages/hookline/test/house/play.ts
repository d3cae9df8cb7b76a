import { spawnSync } from "node:child_process";
import { chmodSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { transformWithOxc } from "vite";
import { expect } from "vitest";
import { native } from "../../src/dialects/native.ts";
import { interpret } from "../../src/pipeline/interpret.ts";
import { type Scratch, scratch } from "../engine/scratch.ts";
import { exampleEvent, exampleHook, exited } from "../pipeline/examples.ts";
import { replay, root } from "./pages.ts";
import type { Fence, Scene } from "./scenes.ts";

/** The port that pages write; a free one takes its place. */
const writtenPort = "8787";

/** Builds the project of a scene and runs all its blocks, in order: each does what the page says, or the test fails. */
export async function play(scene: Scene, all: readonly Scene[]): Promise<void> {
  const place = scratch();
  place.env.npm_config_update_notifier = "false"; // what npm says about itself is in no page
  const port = String(await freePort());
  const real = (text: string) => text.replaceAll(writtenPort, port);
  symlinkSync(join(root, "node_modules"), join(place.project, "node_modules"));
  for (const { fences } of [...lenders(scene, all), scene])
    for (const fence of fences) if (fence.role === "file") write(place, fence, real(fence.body));
  if (scene.fences.some(({ role }) => role === "file")) await loads(place, scene);
  for (const [index, fence] of scene.fences.entries()) {
    const next = scene.fences[index + 1];
    if (fence.role === "transcript") {
      const { shown, expected } = replay(place, real(fence.body));
      expect(shown, fence.at).toBe(expected);
    } else if (fence.role === "program") {
      const printed = next?.role === "printed" ? next.body : "";
      expect(await run(place, fence.language, real(fence.body)), fence.at).toEqual({
        stdout: printed,
        stderr: "",
      });
    } else if (fence.role === "answer") {
      const event = JSON.parse(fence.body).hookSpecificOutput?.hookEventName ?? "PreToolUse";
      const said = interpret(exampleEvent(event), exampleHook(), native, exited(0, fence.body));
      expect(said.fault, fence.at).toBeNull();
    } else if (fence.role === "payload") {
      const payload = JSON.parse(fence.body);
      const engine = await place.engine();
      await engine.fire(payload.hook_event_name, payload);
    }
  }
}

/** The scenes whose files this one borrows. */
export function lenders(scene: Scene, all: readonly Scene[]): readonly Scene[] {
  return scene.borrows.map((heading) => {
    const lender = all.find((one) => one.heading === heading);
    if (lender === undefined) throw new Error(`there is no heading "${heading}" to borrow from`);
    return lender;
  });
}

function write(place: Scratch, fence: Fence, body: string): void {
  const path = fence.path ?? ".hookline/hooks.json";
  const file = place.write(path.startsWith("~/") ? join(place.home, path.slice(2)) : path, body);
  if (body.startsWith("#!")) chmodSync(file, 0o755);
}

/** Nothing in the hook files that a scene shows is wrong. */
async function loads(place: Scratch, scene: Scene): Promise<void> {
  const engine = await place.engine();
  expect(
    engine.diagnostics.filter(({ severity }) => severity === "error"),
    scene.heading,
  ).toEqual([]);
}

async function run(place: Scratch, language: string, body: string) {
  const [program, ending] = { sh: ["sh", "sh"], py: ["python3", "py"] }[language] ?? [
    process.execPath,
    "mjs",
  ];
  // Node 20 takes no types.
  const code = language === "ts" ? (await transformWithOxc(body, "example.ts")).code : body;
  const file = place.write(`example.${ending}`, code);
  const given = { cwd: place.project, encoding: "utf8", env: place.env } as const;
  const { stdout, stderr } = spawnSync(String(program), [file], given);
  return { stdout, stderr };
}

function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve, reject) => {
    server.on("error", reject).listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
