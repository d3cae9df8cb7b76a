import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { TraceRecord } from "../../src/index.ts";
import { aWrite, commands, scratch } from "../engine/scratch.ts";
import { cli } from "./run-cli.ts";

const secret = "correct-horse-battery";
const token = `ghp_${"a1B2c3D4e5".repeat(4)}`;
const base64 = Buffer.from(`me:${secret}`).toString("base64");
const call = ["fire", "PreToolUse", "--tool", "Write", "--input", '{"file_path":"a.txt"}'];

/** A project whose user has a secret in the environment, which hooks of the user's own file get. */
function place(...hooks: (string | object)[]) {
  const given = scratch();
  const write = (rest: object = {}) =>
    given.write(join(given.home, ".config/hookline/hooks.json"), { hooks: commands(...hooks), ...rest });
  write();
  const run = (...args: string[]) =>
    cli(args, { cwd: given.project, env: { ...given.env, DEPLOY_TOKEN: secret, NO_COLOR: "1" } });
  return { ...given, rewrite: write, run };
}

describe("what a hook prints", () => {
  const leak = `echo "out $DEPLOY_TOKEN ${token}"; echo "err $DEPLOY_TOKEN" >&2; printf 'me:%s' "$DEPLOY_TOKEN" | base64 >&2; exit 2`;

  // shows: F-084
  it("is shown without secrets, as reason, as output and in base64", async () => {
    const { status, stdout, stderr } = await place(leak).run(...call, "-v");
    expect(status).toBe(2);
    expect(stdout).toContain("out [redacted] [redacted]");
    expect(stdout).toContain("  err [redacted]\n");
    for (const hidden of [secret, token, base64]) expect(stdout + stderr).not.toContain(hidden);
  });

  it("is what programs get, unchanged: a model needs the reason as it is", async () => {
    const { stdout } = await place(leak).run(...call, "--json");
    const { reason, runs } = JSON.parse(stdout);
    expect(reason).toContain(`err ${secret}`);
    expect(runs[0].stdout).toContain(token);
  });

  it("is shown without secrets in messages, context, new input and faults", async () => {
    const answer = {
      systemMessage: `message ${secret}`,
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        additionalContext: `context ${secret}`,
        updatedInput: { file_path: "b.txt", password: "x", note: token },
      },
    };
    const { stdout } = await place(
      `echo '${JSON.stringify(answer)}'`,
      `echo "crash $DEPLOY_TOKEN" >&2; exit 1`,
    ).run(...call);
    expect(stdout).toContain("message [redacted]");
    expect(stdout).toContain("context [redacted]");
    expect(stdout).toContain('"password": "[redacted]"');
    expect(stdout).toMatch(/crash \[redacted\]/);
    expect(stdout).not.toMatch(new RegExp(`${secret}|${token}`));
  });

  it("is told without secrets when it ran in the background", async () => {
    const { stderr } = await place({ command: `echo "late $DEPLOY_TOKEN" >&2; exit 2`, async: true }).run(
      ...call,
    );
    expect(stderr).toContain("late [redacted]");
  });
});

describe("a field that a file declares", () => {
  const input = JSON.stringify({ file_path: "a.txt", content: "our private words" });
  const fire = ["fire", "PreToolUse", "--tool", "Write", "--input", input];

  it("is hidden wherever a hook repeats it", async () => {
    const given = place("cat; echo 'I read: our private words' >&2; exit 2");
    given.rewrite({ redact: ["tool_input.content"] });
    const { stdout } = await given.run(...fire, "-v");
    expect(stdout).toContain('"content":"[redacted]"');
    expect(stdout).toContain("I read: [redacted]");
    expect(stdout).not.toContain("private words");
    expect((await given.run(...fire, "--json")).stdout).toContain("private words");
  });

  it("cannot be shown by a project that says nothing of it, or less", async () => {
    const given = place("cat >&2; exit 2");
    given.rewrite({ redact: ["tool_input.content"] });
    given.write(".hookline/hooks.json", { redact: [] });
    expect((await given.run(...fire, "-v")).stdout).not.toContain("private words");
  });
});

describe("a secret that stands in a hook file", () => {
  const written = {
    command: `curl -H 'Authorization: Bearer ${secret}' https://me:${secret}@example.com/${token}`,
  };

  it("is not listed, but whoever is to approve it sees all of it", async () => {
    const given = scratch(commands(written));
    const run = (...args: string[]) => cli(args, { cwd: given.project, env: given.env });
    const list = await run("list");
    expect(list.stdout).toContain("Bearer [redacted]");
    expect(list.stdout + list.stderr).not.toMatch(new RegExp(`${secret}|${token}`));
    expect((await run("trust")).stdout).toContain(secret);
  });

  it("is not in a diagnostic, nor in the message of an error with all its steps", async () => {
    const wrong = { type: "http", url: `htp://me:${secret}@example.com` };
    const given = scratch({ Stop: [{ hooks: [wrong] }] });
    const env = { ...given.env, DEPLOY_TOKEN: secret, HOOKLINE_DEBUG: "1" };
    const { stderr } = await cli(["list"], { cwd: given.project, env });
    expect(stderr).toContain("must begin with http://");
    expect(stderr).not.toContain(secret);
    const failed = await cli(["fire", "Stop", "--payload", `/no/${secret}`], { cwd: given.project, env });
    expect(failed.status).toBe(1);
    expect(failed.stderr).toContain("[redacted]");
    expect(failed.stderr).not.toContain(secret);
  });

  it("is carried over by import, since the hook needs it", async () => {
    const given = scratch();
    const file = given.write("settings.json", {
      hooks: { Stop: [{ hooks: [{ type: "command", ...written }] }] },
    });
    const args = ["import", file, "--dialect", "claude-code"];
    expect((await cli(args, { cwd: given.project, env: given.env })).stdout).toContain(secret);
  });

  it("is hidden where the server repeats it", async () => {
    const given = scratch(commands({ command: "echo $HEADER_KEY; exit 2", env: { HEADER_KEY: secret } }));
    const { stdout } = await cli([...call, "-v", "--trust"], { cwd: given.project, env: given.env });
    expect(stdout).toContain("[redacted]");
    expect(stdout).not.toContain(secret);
  });
});

describe("the trace", () => {
  // shows: F-084
  it("of the command line holds no secret", async () => {
    const given = place(`echo "${token} $DEPLOY_TOKEN" >&2; exit 2`);
    await given.run(...call);
    const folder = join(given.home, ".local/state/hookline/trace");
    const text = readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), "utf8"))
      .join("");
    expect(text).toContain('"step":"run"');
    expect(text).not.toMatch(new RegExp(`${secret}|${token}`));
  });

  it("holds no secret and no declared field, even when it holds payloads", async () => {
    const given = scratch(commands(`echo "no: $MY_SECRET" >&2; exit 2`), { redact: ["tool_input.content"] });
    const env = { ...given.env, MY_SECRET: secret };
    const records: TraceRecord[] = [];
    for (const trace of ["full", (record: TraceRecord) => void records.push(record)] as const) {
      const engine = await given.engine({ env, trace });
      await engine.fire("PreToolUse", { ...aWrite, note: `x ${secret} ${token}` });
    }
    const folder = join(given.home, ".local/state/hookline/trace");
    const text = readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), "utf8"))
      .join("");
    expect(text).toContain("a.txt");
    expect(text).toContain("x [redacted] [redacted]");
    for (const written of [text, JSON.stringify(records)])
      expect(written).not.toMatch(new RegExp(`${secret}|${token}|hello`));
  });
});
