import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { defineDialect, native } from "../../src/index.ts";
import { type Scratch, scratch } from "../engine/scratch.ts";
import { isAlive, until } from "../system/command.ts";
import { bash, onTools } from "./worker-scripts.ts";

/** Says that it has started, waits for its event, and tells which process got it. */
const waiting = `echo $$ >>starts
IFS= read -r line
printf '{"systemMessage":"%s %s %s"}' "$$" "\${HOOKLINE_EVENT_ID-none}" "\${OWN-none}"
printf '%s' "$line" >got
`;

function withHook(script: string, more: object = {}): Scratch {
  const place = scratch();
  place.write("guard.sh", script);
  place.write(
    ".hookline/hooks.json",
    onTools({ id: "guard", type: "command", command: "sh", args: ["guard.sh"], prestart: true, ...more }),
  );
  return place;
}

/** The processes that have started so far. */
function startsIn({ project }: Scratch): readonly number[] {
  const file = join(project, "starts");
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n").map(Number) : [];
}

const startedIn = (place: Scratch, count: number) => until(() => startsIn(place).length === count);

/** A dialect with placeholders, read from a file of its own. */
const braces = defineDialect({
  ...native,
  name: "braces",
  files: [{ layer: "team", base: "project", path: "braces.json" }],
  template: { form: "braces", names: ["tool_input"] },
  present: (event, place) => ({ ...native.present(event, place), values: event.payload }),
});

const textOf = ({ messages }: { messages: readonly { text: string }[] }) =>
  messages.map(({ text }) => text).join("\n");

describe.each(["native", "direct"])("a hook with prestart (%s)", (kind) => {
  const options = (place: Scratch) => ({ env: { ...place.env, HOOKLINE_SPAWN: kind } });

  it("has a process that waits for its next event, and gets it", async () => {
    const place = withHook(waiting, { env: { OWN: "mine" } });
    const engine = await place.engine(options(place));
    const first = textOf(await engine.fire("PreToolUse", bash("one")));
    expect(first).toBe(`${startsIn(place)[0]} none mine`);
    await startedIn(place, 2);
    const [, second] = startsIn(place);
    const decision = await engine.fire("PreToolUse", bash("two"));
    expect(textOf(decision)).toBe(`${second} none mine`);
    expect(decision.runs[0]).toMatchObject({ status: "ok", exitCode: 0, left: [] });
    const got = JSON.parse(readFileSync(join(place.project, "got"), "utf8"));
    expect(got).toMatchObject({ hook_event_name: "PreToolUse", tool_input: { command: "two" } });
    await startedIn(place, 3);
    await engine.close();
    expect(startsIn(place).some(isAlive)).toBe(false);
  });

  it("answers events that come together, each with a process of its own", async () => {
    const place = withHook(waiting);
    const engine = await place.engine(options(place));
    await engine.fire("PreToolUse", bash("one"));
    await startedIn(place, 2);
    const all = await Promise.all([1, 2, 3].map(() => engine.fire("PreToolUse", bash("x"))));
    expect(new Set(all.map(textOf)).size).toBe(3);
    expect(all.map(({ runs }) => runs[0]?.status)).toEqual(["ok", "ok", "ok"]);
  });
});

describe("a process that waits", () => {
  it("has the whole deadline, from its event on, and is stopped when it passes", async () => {
    const place = withHook(`${waiting}case $line in *slow*) sleep 30 ;; esac\n`, { timeout: 1 });
    const engine = await place.engine();
    await engine.fire("PreToolUse", bash("one"));
    await startedIn(place, 2);
    const [, second] = startsIn(place);
    // Longer than the deadline: the time in which it waits does not count.
    await new Promise((go) => setTimeout(go, 1_200));
    expect(textOf(await engine.fire("PreToolUse", bash("two")))).toContain(String(second));
    await startedIn(place, 3);
    const [, , third] = startsIn(place);
    const { runs } = await engine.fire("PreToolUse", bash("slow"));
    expect(runs[0]).toMatchObject({ fault: "timeout" });
    expect(isAlive(third ?? 0)).toBe(false);
  });

  it("gets a payload of a megabyte whole", async () => {
    const place = withHook(`echo $$ >>starts\nsize=$(wc -c)\necho "$size" >size\n`);
    const engine = await place.engine();
    for (const size of [10, 1_000_000]) {
      await engine.fire("PreToolUse", bash("x".repeat(size)));
      expect(Number(readFileSync(join(place.project, "size"), "utf8"))).toBeGreaterThan(size);
    }
  });

  it("gets no event when a variable or its folder is another one now", async () => {
    const place = withHook(waiting, { passEnv: ["OWN"] });
    const env: Record<string, string> = { ...place.env, OWN: "before" };
    const engine = await place.engine({ env });
    await engine.fire("PreToolUse", bash("one"));
    await startedIn(place, 2);
    env.OWN = "after";
    expect(textOf(await engine.fire("PreToolUse", bash("two")))).toMatch(/ after$/);
    await startedIn(place, 4);
    expect(isAlive(startsIn(place)[1] ?? 0)).toBe(false);
    const last = startsIn(place)[3];
    expect(textOf(await engine.fire("PreToolUse", bash("three")))).toBe(`${last} none after`);
  });

  it("is not that of a folder which was made anew", async () => {
    const place = withHook(`echo $$ >>"$HOME/starts"\n${waiting}pwd -P >"$HOME/where"\n`, {
      args: ["../guard.sh"],
      cwd: "sub",
    });
    mkdirSync(join(place.project, "sub"));
    const engine = await place.engine();
    const starts = () => readFileSync(join(place.home, "starts"), "utf8").trim().split("\n");
    await engine.fire("PreToolUse", bash("one"));
    await until(() => starts().length === 2);
    renameSync(join(place.project, "sub"), join(place.project, "old"));
    mkdirSync(join(place.project, "sub"));
    await engine.fire("PreToolUse", bash("two"));
    expect(readFileSync(join(place.home, "where"), "utf8")).toBe(`${place.project}/sub\n`);
  });

  it.each([
    ["printed something", "echo noise\n"],
    ["ended", "exit 0\n"],
  ])(
    "that has %s before it was asked gets no event, and after two the person is told once",
    async (what, does) => {
      const place = withHook(`echo $$ >>starts\n${does}IFS= read -r line\n`);
      const engine = await place.engine();
      const told: string[] = [];
      for (let time = 1; time <= 5; time++) {
        const decision = await engine.fire("PreToolUse", bash("x"));
        expect(decision.runs[0]?.status).toBe("ok");
        if (textOf(decision) !== "") told.push(`${time} ${textOf(decision)}`);
        // The event's own and the one that waits for the next; the third finds that it is of no use.
        await startedIn(place, time <= 2 ? 2 * time : time + 2);
        // It has started; what it does then takes a moment.
        await until(() => what !== "ended" || startsIn(place).every((pid) => !isAlive(pid)));
        if (what !== "ended") await new Promise((go) => setTimeout(go, 50));
      }
      expect(told).toEqual([`3 "prestart" has no effect: a process that waited ${what} before it was asked`]);
    },
  );

  it("is replaced when its script changes, and runs only what was approved", async () => {
    const place = withHook(waiting);
    const engine = await place.engine({ trust: "store" });
    const fire = () => engine.fire("PreToolUse", bash("x"));
    expect((await fire()).runs[0]?.fault).toBe("untrusted");
    await engine.approve(engine.hooks);
    await fire();
    await startedIn(place, 2);
    place.write("guard.sh", `touch evil\n${waiting}`);
    expect((await fire()).runs[0]?.fault).toBe("untrusted");
    expect(existsSync(join(place.project, "evil"))).toBe(false);
    place.write("guard.sh", `OWN=new\n${waiting}`);
    await engine.approve(engine.hooks);
    expect(textOf(await fire())).toMatch(/ new$/);
    await startedIn(place, 4);
    expect(startsIn(place).slice(0, 3).some(isAlive)).toBe(false);
    expect(existsSync(join(place.project, "evil"))).toBe(false);
  });

  it("ends when its hook is gone from the files", async () => {
    const place = withHook(waiting);
    const engine = await place.engine();
    await engine.fire("PreToolUse", bash("x"));
    await startedIn(place, 2);
    place.write(".hookline/hooks.json", { hooks: {} });
    await engine.reload();
    await until(() => !startsIn(place).some(isAlive));
  });

  it("does not outlive an agent that is killed, be it deaf to signals", async () => {
    const place = withHook(
      // By the time that it tells of itself it is watched.
      `trap '' TERM HUP INT\nsleep 0.3\necho $$ >>starts\nwhile :; do sleep 0.1; done\n`,
      { timeout: 1 },
    );
    const library = resolve(import.meta.dirname, "../../dist/index.js");
    place.write(
      "agent.mjs",
      `import { createEngine } from ${JSON.stringify(library)};
const engine = await createEngine({ cwd: process.cwd(), trust: "all" });
await engine.fire("PreToolUse", { tool_name: "Bash", tool_input: { command: "ls" } });
setInterval(() => {}, 1000);`,
    );
    const agent = spawn(process.execPath, ["agent.mjs"], { cwd: place.project, env: place.env });
    await startedIn(place, 2);
    agent.kill("SIGKILL");
    await until(() => !startsIn(place).some(isAlive));
  });
});

describe("prestart", () => {
  it("has no effect, and says so once, where the command holds values of the event", async () => {
    const place = withHook("");
    const command = "echo $$ >>starts; printf %s {{tool_input.command}} >got";
    place.write("braces.json", onTools({ type: "command", command, prestart: true }));
    const engine = await place.engine({ dialects: [braces] });
    const told = [];
    for (const word of ["one", "two"]) {
      told.push(textOf(await engine.fire("PreToolUse", bash(word))));
      expect(readFileSync(join(place.project, "got"), "utf8")).toBe(word);
    }
    expect(told).toEqual([expect.stringContaining("holds values of the event"), ""]);
    expect(startsIn(place)).toHaveLength(2);
  });

  it.each([
    [{ worker: true }, '"prestart" and "worker" do not go together'],
    [{ sandbox: { network: false } }, '"prestart" and "sandbox" do not go together'],
    [{ prestart: "yes" }, "prestart"],
  ])("with %j is reported", async (more, text) => {
    const { diagnostics } = await withHook("", more).engine();
    expect(diagnostics.map(({ message }) => message).join("\n")).toContain(text);
  });
});
