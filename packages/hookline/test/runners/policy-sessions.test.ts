import { execFileSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Engine } from "../../src/index.ts";
import { scratch } from "../engine/scratch.ts";

const guard = { PreToolUse: [{ hooks: [{ id: "guard", type: "policy", packs: ["commands"] }] }] };
const run = async (engine: Engine, command: string, session_id?: string) => {
  const extra = session_id === undefined ? {} : { session_id };
  const { verdict, reason } = await engine.fire("PreToolUse", {
    ...extra,
    tool_name: "Bash",
    tool_input: { command },
  });
  return `${verdict} ${/\(rule ([^)]*)\)/.exec(reason)?.[1] ?? reason}`.trim();
};
const deleted = "deny commands/delete-root-or-home";
const unknown = "ask commands/written-then-run";

describe("the memory of a session", () => {
  it("is of one session, and of one state folder", async () => {
    const place = scratch(guard);
    const engine = await place.engine();
    await run(engine, "echo x > c.sh", "one");
    place.write("c.sh", "rm -rf ~");
    expect(await run(engine, "sh c.sh", "one")).toBe(deleted);
    expect(await run(engine, "sh c.sh", "two")).toBe("pass");
    const elsewhere = { ...place.env, XDG_STATE_HOME: join(place.home, "other-state") };
    expect(await run(await place.engine({ env: elsewhere }), "sh c.sh", "one")).toBe("pass");
    expect(await run(await place.engine(), "sh c.sh", "one")).toBe(deleted);
  });

  it("holds paths and nothing of what is in the files, for their owner alone", async () => {
    const place = scratch(guard);
    const engine = await place.engine();
    const input = { file_path: "c.sh", content: "a secret" };
    for (let count = 0; count < 3; count++)
      await engine.fire("PreToolUse", { session_id: "s", tool_name: "Write", tool_input: input });
    const folder = join(place.home, ".local/state/hookline/sessions");
    const [file = ""] = readdirSync(folder).filter((name) => name.endsWith(".files"));
    expect(statSync(join(folder, file)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(folder, file), "utf8")).toBe(
      `${JSON.stringify([join(place.project, "c.sh"), true])}\n`,
    );
  });

  it("forgets the oldest of more than two thousand paths, in memory and on disk", async () => {
    const place = scratch(guard);
    const engine = await place.engine();
    place.write("old.sh", "rm -rf ~");
    place.write("new.sh", "rm -rf ~");
    await run(engine, "touch old.sh", "s");
    for (let part = 0; part < 21; part++) {
      const names = Array.from({ length: 100 }, (_, at) => `f${part}-${at}`);
      await run(engine, `touch ${names.join(" ")}`, "s");
    }
    await run(engine, "touch new.sh", "s");
    for (const one of [engine, await place.engine()]) {
      expect(await run(one, "sh old.sh", "s")).toBe("pass");
      expect(await run(one, "sh new.sh", "s")).toBe(deleted);
    }
  }, 30_000);

  it("is kept in the process if the state folder takes nothing, and says so once", async () => {
    const place = scratch(guard);
    mkdirSync(join(place.home, ".local/state/hookline"), { recursive: true });
    writeFileSync(join(place.home, ".local/state/hookline/sessions"), "no folder");
    const engine = await place.engine();
    const write = async (command: string) =>
      (await engine.fire("PreToolUse", { tool_name: "Bash", tool_input: { command } })).messages;
    expect(await write("echo x > c.sh")).toMatchObject([
      { text: expect.stringContaining("cannot be remembered for later processes") },
    ]);
    expect(await write("echo x > d.sh")).toEqual([]);
    place.write("c.sh", "rm -rf ~");
    expect(await run(engine, "sh c.sh")).toBe(deleted);
  });

  it("is not spoilt by lines that somebody else put there", async () => {
    const place = scratch(guard);
    const first = await place.engine();
    await run(first, "echo x > c.sh", "s");
    const folder = join(place.home, ".local/state/hookline/sessions");
    const [file = ""] = readdirSync(folder).filter((name) => name.endsWith(".files"));
    writeFileSync(join(folder, file), `{"half\n[1,2]\nnull\n${readFileSync(join(folder, file), "utf8")}\n`);
    place.write("c.sh", "rm -rf ~");
    expect(await run(await place.engine(), "sh c.sh", "s")).toBe(deleted);
  });
});

describe("a script of an earlier call that is no plain text", () => {
  it.each<[string, (path: string) => void]>([
    ["a pipe", (path) => execFileSync("mkfifo", [path])],
    ["a folder", (path) => mkdirSync(path)],
    ["a device", (path) => symlinkSync("/dev/zero", path)],
    ["a link to itself", (path) => symlinkSync(path, path)],
    ["no text", (path) => writeFileSync(path, Buffer.from([0x7f, 0x45, 0, 0xff]))],
    ["too large", (path) => writeFileSync(path, `${"# x\n".repeat(70_000)}`)],
    ["not there", () => {}],
  ])("is unknown, and nobody waits for it: %s", async (_name, make) => {
    const place = scratch(guard);
    const engine = await place.engine();
    await run(engine, "echo x > c.sh");
    make(join(place.project, "c.sh"));
    expect(await run(engine, "sh c.sh")).toBe(unknown);
  });

  it.skipIf(process.getuid?.() === 0)("is unknown if it may not be read", async () => {
    const place = scratch(guard);
    const engine = await place.engine();
    await run(engine, "echo x > c.sh");
    chmodSync(place.write("c.sh", "ls"), 0);
    expect(await run(engine, "sh c.sh")).toBe(unknown);
  });

  it("does not pass because it is too much to look through, and never makes anybody wait long", async () => {
    const place = scratch(guard);
    const engine = await place.engine();
    await run(engine, "echo x > c.sh; echo x > c.py");
    place.write("c.sh", `${"a=$(echo $(echo $(echo x)));".repeat(8000)}\nrm -rf ~\n`);
    place.write("c.py", `import os\n${"x = 'ls'; os.system(x)\n".repeat(9000)}\nos.system('rm -rf /')\n`);
    for (const command of ["sh c.sh", "python3 c.py"]) {
      const began = performance.now();
      expect(await run(engine, command)).toMatch(/^(?:deny|ask) /);
      expect(performance.now() - began).toBeLessThan(10_000);
    }
  }, 20_000);
});

it("a script is judged as it is when it is run, and not as it was written", async () => {
  const place = scratch(guard);
  const engine = await place.engine();
  await engine.fire("PreToolUse", {
    tool_name: "Write",
    tool_input: { file_path: "c.sh", content: "rm -rf ~" },
  });
  place.write("c.sh", "ls");
  expect(await run(engine, "sh c.sh")).toBe("pass");
  place.write("c.sh", "rm -rf ~");
  expect(await run(engine, "sh c.sh")).toBe(deleted);
});

it("a policy about nothing but hosts remembers nothing", async () => {
  const rules = [{ id: "a", verdict: "deny", each: "host", when: "host.name == 'x'", reason: "no" }];
  const place = scratch({ PreToolUse: [{ hooks: [{ type: "policy", rules }] }] });
  const engine = await place.engine();
  await run(engine, "echo x > c.sh");
  expect(() => readdirSync(join(place.home, ".local/state/hookline/sessions"))).toThrow("ENOENT");
});
