import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/contract/json.ts";
import { cli, type Ended } from "../e2e/run-cli.ts";
import { type Scratch, scratch } from "../engine/scratch.ts";

const home = resolve(import.meta.dirname, "../..");
const helper = (name: string) => join(home, "helpers", name);

/** Runs a program in the project to its end. */
function run(
  { project, env }: Scratch,
  argv: readonly string[],
  input: string | null,
  more = {},
): Promise<Ended> {
  const [program = "", ...args] = argv;
  const child = spawn(program, args, {
    cwd: project,
    env: { ...env, ...more },
    stdio: [input === null ? "ignore" : "pipe", "pipe", "pipe"],
  });
  const text = { stdout: "", stderr: "" };
  child.stdout?.setEncoding("utf8").on("data", (chunk: string) => (text.stdout += chunk));
  child.stderr?.setEncoding("utf8").on("data", (chunk: string) => (text.stderr += chunk));
  child.stdin?.on("error", () => {});
  child.stdin?.end(input ?? "");
  return new Promise((settle) => child.on("close", (status) => settle({ status, ...text })));
}

/** The same guard in three languages: it refuses `rm -rf`, and prints what would break the answer on stdout. */
const guards = {
  node: `import { defineHook, deny } from "hookline/hook";
export default defineHook({ event: "PreToolUse", match: "Bash" }, ({ tool_input }) => {
  console.log("{ looking");
  if (tool_input.command.includes("rm -rf")) return deny(\`no: \${tool_input.command}\`);
});`,
  python: `from hookline import hook, deny
import subprocess
@hook("PreToolUse", match="Bash")
def guard(event):
    print("{ looking")
    subprocess.run(["echo", "{ looking"], check=True)
    if "rm -rf" in event["tool_input"]["command"]:
        return deny("no: " + event["tool_input"]["command"])`,
  sh: `. "$(dirname "$0")/hookline.sh" || exit 1
hookline_event PreToolUse Bash
echo "{ looking"
case "$(hookline_get tool_input.command)" in
  *"rm -rf"*) hookline_deny "no: $(hookline_get tool_input.command)" ;;
esac`,
};

function project(hooks?: object): Scratch {
  const place = scratch(hooks);
  mkdirSync(join(place.project, "node_modules"));
  symlinkSync(home, join(place.project, "node_modules/hookline"));
  copyFileSync(helper("hookline.py"), join(place.project, "hookline.py"));
  copyFileSync(helper("hookline.sh"), join(place.project, "hookline.sh"));
  place.write("guard.mjs", guards.node);
  place.write("guard.py", guards.python);
  place.write("guard.sh", guards.sh);
  return place;
}

const languages = [
  ["node", "guard.mjs"],
  ["python3", "guard.py"],
  ["sh", "guard.sh"],
  ["bash", "guard.sh"],
] as const;

const hard = `rm -rf "a b" 'c' \\ $HOME \`x\`\n\té 😀 \u2028 \u007f %s %b \\n \\\\`;
const event = (tool_input: JsonObject, more: JsonObject = {}) =>
  JSON.stringify({
    session_id: "s",
    cwd: "/",
    hook_event_name: "PreToolUse",
    tool_name: "Bash",
    tool_use_id: "t",
    tool_input,
    ...more,
  });

describe.each(languages)("a hook for %s", (program, file) => {
  it("answers to the agent in one line, whatever else it prints", async () => {
    const place = project();
    const ran = await run(place, [program, file], event({ command: hard }));
    expect(JSON.parse(ran.stdout)).toEqual({
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: "deny",
        permissionDecisionReason: `no: ${hard}`,
      },
    });
    expect([ran.status, ran.stdout.trimEnd().includes("\n")]).toEqual([0, false]);
    expect(ran.stderr).toContain("{ looking");
  });

  it("says nothing where nothing is to be said, and is a fault where it cannot tell", async () => {
    const place = project();
    const say = (input: string | null) => run(place, [program, file], input);
    const [fine, other, alias, none, closed, broken, list, wrong] = await Promise.all([
      say(event({ command: "ls" })),
      say(event({ command: "rm -rf" }, { tool_name: "Read" })),
      say(event({ command: "rm -rf" }, { tool_name: "run_shell_command" })),
      say(""),
      say(null),
      say("{"),
      say("[]"),
      say(event({ command: "ls" }, { hook_event_name: "PostToolUse" })),
    ]);
    expect([fine?.status, fine?.stdout, other?.status, other?.stdout]).toEqual([0, "", 0, ""]);
    expect(alias?.stdout).toContain('"deny"');
    for (const [ran, why] of [
      [none, "there is no event on stdin"],
      [closed, "there is no event on stdin"],
      [broken, "what is on stdin is not one JSON object"],
      [list, "what is on stdin is not one JSON object"],
      [wrong, 'this hook is for PreToolUse, and the event is "PostToolUse"'],
    ] as const) {
      expect(ran).toEqual({ status: 1, stdout: "", stderr: `${file}: ${why}\n` });
    }
    const missing = await say(event({}));
    expect([missing.status, missing.stdout]).toEqual([1, ""]);
    expect(missing.stderr).toContain(`${file}: `);
  });
});

describe("what goes wrong in a hook", () => {
  const wrong = [
    [
      "node",
      "it ended before it had answered",
      `import { defineHook } from "hookline/hook"; defineHook({ event: "Stop" }, () => process.exit(0));`,
    ],
    [
      "node",
      "it ended before it had answered",
      `import { defineHook } from "hookline/hook"; defineHook({ event: "Stop" }, () => new Promise(() => {}));`,
    ],
    [
      "node",
      "no luck",
      `import { defineHook } from "hookline/hook"; defineHook({ event: "Stop" }, () => { throw new Error("no\\n luck"); });`,
    ],
    [
      "node",
      'Stop does not know "ask"',
      `import { ask, defineHook } from "hookline/hook"; defineHook({ event: "Stop" }, () => ask());`,
    ],
    [
      "node",
      "a process runs one hook",
      `import { defineHook } from "hookline/hook"; for (const _ of [1, 2]) defineHook({ event: "Stop" }, () => new Promise((done) => setTimeout(done, 5)));`,
    ],
    [
      "python3",
      "it ended before it had answered",
      `import sys\nfrom hookline import hook\n@hook("Stop")\ndef f(event): sys.exit(0)`,
    ],
    [
      "node",
      "it called deny() and returned nothing",
      `import { defineHook, deny } from "hookline/hook"; defineHook({ event: "Stop" }, () => { deny("no"); });`,
    ],
    [
      "node",
      "it called deny() and returned nothing",
      `import { defineHook, deny } from "hookline/hook"; defineHook({ event: "Stop" }, async () => { await null; deny("no"); });`,
    ],
    [
      "python3",
      "it called deny() and returned nothing",
      `from hookline import *\n@hook("Stop")\ndef f(event): deny("no")`,
    ],
    [
      "python3",
      "ZeroDivisionError: division by zero",
      `from hookline import hook\n@hook("Stop")\ndef f(event): return 1 / 0`,
    ],
    [
      "python3",
      'Stop does not know "ask"',
      `from hookline import *\n@hook("Stop")\ndef f(event): return ask()`,
    ],
    [
      "python3",
      'there is no event "Stopp"; did you mean "Stop"?',
      `from hookline import *\n@hook("Stopp")\ndef f(event): pass`,
    ],
    [
      "python3",
      'say() has two answers with "verdict"',
      `from hookline import *\n@hook("Stop")\ndef f(event): return say(deny("a"), allow())`,
    ],
    ["sh", 'Stop does not know "ask"', `. ./hookline.sh\nhookline_event Stop\nhookline_ask`],
    ["sh", 'there is no event "Stopp"', `. ./hookline.sh\nhookline_event Stopp\nhookline_pass`],
    [
      "sh",
      "the event has no nothing",
      `. ./hookline.sh\nhookline_event Stop\ncase "$(hookline_get nothing)" in x) ;; esac\nexit 0`,
    ],
    [
      "bash",
      "the event has no nothing",
      `. ./hookline.sh\nhookline_event Stop\nif [[ $(hookline_get nothing) = x ]]; then hookline_deny x; fi\nhookline_pass`,
    ],
    ["sh", "hookline_deny needs a reason", `. ./hookline.sh\nhookline_event Stop\nhookline_deny`],
    ["sh", "call hookline_event first", `. ./hookline.sh\nhookline_deny no`],
    [
      "sh",
      "updatedInput must be object",
      `. ./hookline.sh\nhookline_event PreToolUse\nhookline_say updatedInput '[1]'`,
    ],
  ] as const;

  it.each(["node", "python3", "sh", "bash"])(
    "in %s is one line and status 1, never a pass",
    async (program) => {
      const place = project();
      const mine = wrong.filter(([language]) => language === program);
      const name = (index: number) => (program === "node" ? `hook-${index}.mjs` : `hook-${index}`);
      mine.forEach(([, , code], index) => void place.write(name(index), code));
      const runs = mine.map(([, , code], index) => {
        const hook_event_name = code.includes("PreToolUse") ? "PreToolUse" : "Stop";
        return run(
          place,
          [program, name(index)],
          JSON.stringify({ hook_event_name, stop_hook_active: false }),
        );
      });
      for (const [index, ran] of (await Promise.all(runs)).entries()) {
        const [, why = "", code] = mine[index] ?? [];
        expect([ran.status, ran.stdout], code).toEqual([1, ""]);
        expect(ran.stderr).toContain(why);
        expect(ran.stderr.trimEnd().split("\n")).toHaveLength(1);
      }
    },
  );

  it("is said of a hook that another file imports and nobody runs", async () => {
    const place = project();
    place.write("all.mjs", `import "./guard.mjs";`);
    place.write("main.mjs", `import hook from "./guard.mjs"; await hook.main();`);
    const input = event({ command: "rm -rf" });
    const silent = await run(place, ["node", "all.mjs"], input, { HOOKLINE_EVENT_ID: "1" });
    expect(silent.stderr).toContain("was defined and never ran: in a file that imports it, call its main()");
    expect((await run(place, ["node", "main.mjs"], input)).stdout).toContain('"deny"');
  });
});

it("reads the lines of a field in sh, also the last one", async () => {
  const place = project();
  place.write(
    "lines",
    `. ./hookline.sh\nhookline_event PreToolUse\nhookline_get tool_input.command | while read -r line; do hookline_deny "$line"; done`,
  );
  const { stdout } = await run(place, ["sh", "lines"], event({ command: "rm -rf x" }));
  expect(stdout).toContain('"permissionDecisionReason":"rm -rf x"');
});

it("gets every text of an event as it is, in sh", async () => {
  const place = project();
  const text = fc.string({
    unit: fc.oneof(
      fc.constantFrom('"', "\\", "\n", "\t", "%", "$", "'", "é", "😀", "\u2028", "\u001b"),
      fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
    ),
  });
  const values = fc
    .sample(fc.tuple(text, text, fc.jsonValue()), 20)
    .map(([one, other, json]) => [one.replaceAll("\0", ""), other.replaceAll("\0", ""), json] as const);
  const texts = values.map(([one, other, json]) =>
    JSON.stringify({ [other]: 1, a: [json, { b: one, c: other }], "\u0061b": { x: json } }),
  );
  texts.forEach((line, index) => {
    // Every letter may stand as an escape.
    const escaped = line.replaceAll(
      /[^\0-\u007f]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    place.write(`${index}.json`, index % 2 ? escaped : line);
  });
  place.write(
    "read.sh",
    `. ./hookline.sh\nfor i in ${texts.map((_, index) => index).join(" ")}; do\n` +
      `hookline_payload_=$(cat $i.json)\nhookline_get a.1.b >$i.b\nhookline_get ab.x null >$i.x\ndone\n`,
  );
  expect(await run(place, ["sh", "read.sh"], null)).toEqual({ status: 0, stdout: "", stderr: "" });
  values.forEach(([one, , json], index) => {
    const read = (name: string) => readFileSync(join(place.project, `${index}.${name}`), "utf8");
    expect(read("b"), texts[index]).toBe(`${Buffer.from(one)}\n`);
    // A text at the path is given as it is, anything else as JSON.
    if (typeof json === "string") expect(read("x")).toBe(`${Buffer.from(json.replaceAll("\0", ""))}\n`);
    else expect(JSON.parse(read("x"))).toEqual(json);
  });
});

it("is the hook of its process however Node starts it: as CommonJS, by a link, through a loader", async () => {
  const place = project();
  place.write(
    "guard.cjs",
    `const { defineHook, deny } = require("hookline/hook");
module.exports = defineHook({ event: "PreToolUse" }, () => deny("no"));`,
  );
  symlinkSync("guard.mjs", join(place.project, "link.mjs"));
  place.write("guard.ts", guards.node);
  place.write(
    "loader.mjs",
    `import { readFileSync } from "node:fs";
export const load = (url, context, next) => url.endsWith(".ts")
  ? { format: "module", shortCircuit: true, source: readFileSync(new URL(url), "utf8") }
  : next(url, context);`,
  );
  const starts = [["guard.cjs"], ["link.mjs"], ["--no-warnings", "--loader", "./loader.mjs", "guard.ts"]];
  const runs = starts.map((args) => run(place, ["node", ...args], event({ command: "rm -rf" })));
  for (const { status, stdout } of await Promise.all(runs)) {
    expect([status, JSON.parse(stdout).hookSpecificOutput.permissionDecision]).toEqual([0, "deny"]);
  }
});

it("rewrites fields of the tool's input, and leaves the others as they are", async () => {
  const place = project();
  place.write(
    "hook.sh",
    `. ./hookline.sh\nhookline_event "PreToolUse PermissionRequest"\nhookline_rewrite command "$(hookline_get tool_input.command) --dry-run" new "a\n\\"b\\""\n`,
  );
  const input = { before: { "a\\b": ["x\ny", 1.5e3, null] }, command: 'rm "x"', z: "é" };
  const wanted = { ...input, command: 'rm "x" --dry-run', new: 'a\n"b"' };
  const ran = await run(place, ["sh", "hook.sh"], event(input));
  expect([ran.stderr, JSON.parse(ran.stdout).hookSpecificOutput.updatedInput]).toEqual(["", wanted]);
  const asked = await run(place, ["sh", "hook.sh"], event(input, { hook_event_name: "PermissionRequest" }));
  expect(JSON.parse(asked.stdout).hookSpecificOutput.decision).toEqual({
    behavior: "allow",
    updatedInput: wanted,
  });
});

it("works through the engine and the command: as commands, and as a module", async () => {
  const entries = [
    ...languages.map(([program, file], index) => ({
      id: `${program}-${index}`,
      type: "command",
      command: `${program} ${file}`,
    })),
    { id: "module", type: "module", module: "guard.mjs" },
  ];
  const place = project({ PreToolUse: [{ hooks: entries }] });
  const args = [
    "fire",
    "PreToolUse",
    "--tool",
    "Bash",
    "--input",
    JSON.stringify({ command: hard }),
    "--trust",
    "--json",
  ];
  const fired = await cli(args, { cwd: place.project, env: place.env });
  expect(fired.status).toBe(2);
  // What a module prints goes to where its process prints.
  const decision = JSON.parse(fired.stdout.trimEnd().split("\n").at(-1) ?? "");
  expect(
    decision.runs.map(({ hook, verdict, reason, fault }: JsonObject) => [hook, verdict, reason, fault]),
  ).toEqual(entries.map(({ id }) => [id, "deny", `no: ${hard}`, null]));
});

it("is Python that 3.8 can read", async () => {
  const place = project();
  const code = `import ast, sys\nast.parse(open("hookline.py", encoding="utf-8").read(), feature_version=(3, 8))\nprint("read")`;
  expect((await run(place, ["python3", "-c", code], null)).stdout).toBe("read\n");
});
