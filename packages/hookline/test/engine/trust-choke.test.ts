import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { allRunners, type JsonObject } from "../../src/index.ts";
import { commands, scratch } from "./scratch.ts";

const source = resolve(import.meta.dirname, "../../src");
const files = readdirSync(source, { recursive: true, encoding: "utf8" }).filter((path) =>
  path.endsWith(".ts"),
);

describe("the one place where a hook becomes one that may run", () => {
  it("is in the plan, and no other file makes an approved hook", () => {
    const makers = files.filter((path) =>
      /\bas\s+(?:unknown\s+as\s+)?ApprovedHook\b|<ApprovedHook>|is\s+ApprovedHook\b/.test(
        readFileSync(join(source, path), "utf8"),
      ),
    );
    expect(makers).toEqual(["pipeline/plan.ts"]);
    const plan = readFileSync(join(source, "pipeline/plan.ts"), "utf8");
    expect(plan.match(/\bapprove\(/g)).toHaveLength(2);
  });

  it("is passed by all that runs: runners take approved hooks, and only the engine's one function calls them", () => {
    const callers = files.filter((path) => /\brunner\.run\(/.test(readFileSync(join(source, path), "utf8")));
    expect(callers).toEqual(["engine/run-hook.ts"]);
  });
});

/** The fields of each hook type that name something on this machine which runs, and those that do not. */
const fieldsOf: Record<string, { readonly runs: readonly string[]; readonly other: readonly string[] }> = {
  command: { runs: ["command", "args"], other: ["shell", "sandbox", "worker", "prestart"] },
  worker: { runs: ["command", "args", "watch"], other: ["shell", "start", "maxInFlight"] },
  module: { runs: ["module"], other: ["export"] },
  http: { runs: [], other: ["url", "headers", "allowedEnvVars"] },
  prompt: { runs: [], other: ["prompt", "model", "continueOnBlock"] },
  agent: { runs: [], other: ["prompt", "model"] },
  mcp_tool: { runs: [], other: ["server", "tool", "input"] },
  // Rules run no code.
  policy: { runs: [], other: ["packs", "rules", "settings", "except"] },
  function: { runs: [], other: [] },
};

describe("what an approval covers of each hook type", () => {
  it.each(allRunners.map((runner) => [runner.type, runner] as const))(
    "%s: every field that names what runs",
    (type, runner) => {
      const { runs, other } = fieldsOf[type] ?? { runs: [], other: [] };
      // A new field must be put into the table above: does it name something that runs?
      expect(Object.keys(runner.fields).filter((name) => ![...runs, ...other].includes(name))).toEqual([]);
      const value = (name: string) =>
        runner.fields[name]?.startsWith("string[]") ? [`named-${name}`] : `named-${name}`;
      const fields: JsonObject = Object.fromEntries(runs.map((name) => [name, value(name)]));
      const named = runs.length > 0 ? runner.names?.(fields) : [];
      expect(named).toEqual(runs.map((name) => `named-${name}`));
    },
  );

  const entry = { id: "guard", type: "command", command: "sh guard.sh" };
  const changes: [string, object][] = [
    ["command", { command: "sh guard.sh; true" }],
    ["args", { command: "sh", args: ["guard.sh"] }],
    ["shell", { shell: "bash" }],
    ["cwd", { cwd: "sub" }],
    ["env", { env: { NODE_OPTIONS: "--require ./x.cjs" } }],
    ["env", { env: { LD_PRELOAD: "./x.so" } }],
    ["env", { env: { BASH_ENV: "x.sh" } }],
    ["env", { env: { PATH: "./bin:/usr/bin:/bin" } }],
    ["passEnv", { passEnv: ["GITHUB_TOKEN"] }],
    ["timeout", { timeout: 1 }],
    ["async", { async: true }],
    ["mode", { mode: "shadow" }],
    ["onFailure", { onFailure: "continue" }],
    ["if", { if: "Bash(x)" }],
    ["when", { when: "true" }],
    ["enabled", { enabled: true }],
  ];
  it.each(changes)("command: a change of %s asks again: %j", async (name, change) => {
    const { engine, write } = scratch(commands(entry));
    write("guard.sh", "exit 0");
    write("sub/guard.sh", "exit 0");
    const running = await engine({ trust: "store" });
    await running.approve(running.hooks);
    write(".hookline/hooks.json", { hooks: commands({ ...entry, ...change }) });
    await running.reload();
    const [hook] = running.hooks;
    if (!hook) throw new Error("no hook");
    const { state, changes: told } = running.trustOf(hook);
    expect([state, told[0]]).toEqual(["modified", expect.stringContaining(name)]);
  });

  it("a change of the event, the matcher or the defaults that let variables through asks again", async () => {
    const { engine, write } = scratch(commands(entry));
    write("guard.sh", "exit 0");
    const running = await engine({ trust: "store" });
    await running.approve(running.hooks);
    for (const [file, told] of [
      [{ hooks: { PostToolUse: [{ hooks: [entry] }] } }, "its event changed"],
      [{ hooks: { PreToolUse: [{ matcher: "Bash", hooks: [entry] }] } }, "its matcher changed"],
      [{ hooks: commands(entry), defaults: { passEnv: ["TOKEN"] } }, "its defaults changed"],
    ] as const) {
      write(".hookline/hooks.json", file);
      await running.reload();
      const [hook] = running.hooks;
      expect(hook && running.trustOf(hook)).toMatchObject({ state: "modified", changes: [told] });
    }
  });

  it.each([
    ["BASH_ENV", { env: { BASH_ENV: "hooks/x.sh" }, command: "bash -c true" }],
    ["NODE_OPTIONS", { env: { NODE_OPTIONS: "--require ./hooks/x.sh" }, command: "node -e 0" }],
    ["NODE_OPTIONS with =", { env: { NODE_OPTIONS: "--require=./hooks/x.sh" }, command: "node -e 0" }],
    ["LD_PRELOAD", { env: { LD_PRELOAD: "${HOOKLINE_PROJECT_DIR}/hooks/x.sh" }, command: "true" }],
    ["PATH", { env: { PATH: "hooks:/usr/bin:/bin" }, command: "x.sh" }],
    ["GIT_SSH_COMMAND", { env: { GIT_SSH_COMMAND: "sh hooks/x.sh" }, command: "git fetch" }],
  ])("covers the file that a variable of the entry makes run: %s", async (_name, more) => {
    const { engine, write } = scratch(commands({ ...entry, ...more }));
    const script = write("hooks/x.sh", "#!/bin/sh\n");
    const running = await engine({ trust: "store" });
    await running.approve(running.hooks);
    const [hook] = running.hooks;
    if (!hook) throw new Error("no hook");
    expect(running.trustOf(hook).state).toBe("trusted");
    write(script, "#!/bin/sh\n# changed\n");
    expect(running.trustOf(hook)).toMatchObject({ state: "modified", changes: ["hooks/x.sh changed"] });
  });

  it("does not ask again for what a hook keeps in a file that a plain variable names", async () => {
    const { engine, write } = scratch(
      commands({ ...entry, env: { LOG: "hook.log" }, command: 'date >>"$LOG"' }),
    );
    write("hook.log", "");
    const running = await engine({ trust: "store" });
    await running.approve(running.hooks);
    write("hook.log", "more");
    const [hook] = running.hooks;
    expect(hook && running.trustOf(hook).state).toBe("trusted");
  });
});
