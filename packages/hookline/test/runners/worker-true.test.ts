import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { type Scratch, scratch } from "../engine/scratch.ts";
import { bash, onTools } from "./worker-scripts.ts";

const home = resolve(import.meta.dirname, "../..");

/** A project with our helpers beside its hooks, and a command hook that wants to be a worker. */
function withHelpers(file: string, script: string, command: string, more: object = {}): Scratch {
  const place = scratch();
  mkdirSync(join(place.project, "node_modules"));
  symlinkSync(home, join(place.project, "node_modules/hookline"));
  for (const name of ["hookline.py", "hookline.sh"])
    copyFileSync(join(home, "helpers", name), join(place.project, name));
  place.write(file, script);
  place.write(
    ".hookline/hooks.json",
    onTools({ id: "guard", type: "command", command, worker: true, ...more }),
  );
  return place;
}

const scripts = {
  "guard.mjs": {
    command: "node guard.mjs",
    script: `import { appendFileSync } from "node:fs"; import { defineHook, deny } from "hookline/hook";
appendFileSync("starts", "x");
export default defineHook({ event: "PreToolUse", match: "Bash" }, (payload) => {
  const { command } = payload.tool_input;
  console.log("printed");
  if (command === "bad") return deny("no bad here");
  if (command === "broken") throw new Error("it broke");
  if (command === "id") return deny(process.env.HOOKLINE_EVENT_ID + " " + process.env.HOOKLINE_WORKER);
});`,
  },
  "guard.py": {
    command: "python3 guard.py",
    script: `import os
open("starts", "a").write("x")
from hookline import hook, deny
@hook("PreToolUse", match="Bash")
def guard(event):
    command = event["tool_input"]["command"]
    print("printed")
    if command == "bad":
        return deny("no bad here")
    if command == "broken":
        raise ValueError("it broke")
    if command == "id":
        return deny(os.environ["HOOKLINE_EVENT_ID"] + " " + str(os.environ.get("HOOKLINE_WORKER")))
`,
  },
  "guard.sh": {
    command: "sh guard.sh",
    script: `set -eu
[ -n "\${hookline_serves_:-}" ] || printf x >>starts
. "$(dirname "$0")/hookline.sh" || exit 1
hookline_event PreToolUse Bash
echo printed
case "$(hookline_get tool_input.command)" in
bad) hookline_deny "no bad here" ;;
broken) echo "it broke" >&2; exit 1 ;;
id) hookline_deny "$HOOKLINE_EVENT_ID \${HOOKLINE_WORKER:-undefined}" ;;
esac
`,
  },
};

describe('"worker": true', () => {
  it.each(Object.entries(scripts))(
    "keeps one process of %s, which was written with a helper",
    async (file, { command, script }) => {
      const place = withHelpers(file, script, command);
      const engine = await place.engine();
      const fire = (text: string) => engine.fire("PreToolUse", bash(text));
      expect(await fire("good")).toMatchObject({ verdict: "pass", messages: [], runs: [{ status: "ok" }] });
      expect(await fire("bad")).toMatchObject({ verdict: "deny", reason: "no bad here" });
      const broken = await fire("broken");
      expect(broken.runs[0]).toMatchObject({ fault: "crash", stderr: expect.stringContaining("it broke") });
      const named = await fire("id");
      expect(named.reason.split(" ")[0]).toBe(named.eventId);
      expect(named.reason.split(" ")[1]).toMatch(/^(undefined|None)$/);
      expect(await fire("good")).toMatchObject({ verdict: "pass" });
      expect(readFileSync(join(place.project, "starts"), "utf8")).toBe("x");
    },
  );

  it.each(Object.entries(scripts))(
    "changes nothing in what %s answers",
    async (file, { command, script }) => {
      const place = withHelpers(file, script, command, { worker: false });
      const engine = await place.engine();
      expect(await engine.fire("PreToolUse", bash("bad"))).toMatchObject({
        verdict: "deny",
        reason: "no bad here",
      });
      expect(await engine.fire("PreToolUse", bash("good"))).toMatchObject({ verdict: "pass" });
      expect(readFileSync(join(place.project, "starts"), "utf8")).toBe("xx");
    },
  );

  it.each([
    ["knows nothing of workers", ""],
    ["only looks as if it were one", "# hookline_worker\n"],
  ])("runs a script that %s once for each event, and says how to make it one", async (_, sign) => {
    const script = `${sign}echo x >>starts; cat /dev/stdin >>events; echo "not here" >/dev/stderr; exit 2`;
    const place = withHelpers("old.sh", script, "sh old.sh");
    const engine = await place.engine();
    const first = await engine.fire("PreToolUse", bash("one"));
    expect(first).toMatchObject({ verdict: "deny", reason: "not here", runs: [{ exitCode: 2 }] });
    expect(first.messages.map(({ text }) => text).join()).toContain("nothing in it says that it is a worker");
    const both = await Promise.all([bash("two"), bash("three")].map((one) => engine.fire("PreToolUse", one)));
    expect(both).toMatchObject([
      { verdict: "deny", reason: "not here" },
      { verdict: "deny", reason: "not here" },
    ]);
    expect(both.flatMap(({ messages }) => messages)).toEqual([]);
    expect(readFileSync(join(place.project, "starts"), "utf8")).toBe("x\nx\nx\n");
    const events = readFileSync(join(place.project, "events"), "utf8").trim().split("\n");
    const seen = events.map((line) => JSON.parse(line).tool_input.command);
    expect(seen.sort()).toEqual(["one", "three", "two"]);
  });

  it("runs one that reads nothing exactly once for its event, and several events at once", async () => {
    const script = `# hookline_worker\necho x >>starts; echo '{"systemMessage":"hi"}'`;
    const place = withHelpers("old.sh", script, "sh old.sh");
    const engine = await place.engine();
    const all = await Promise.all(Array.from({ length: 3 }, () => engine.fire("PreToolUse", bash("a"))));
    expect(all.map(({ messages }) => messages.filter(({ text }) => text === "hi").length)).toEqual([1, 1, 1]);
    expect(readFileSync(join(place.project, "starts"), "utf8")).toBe("x\nx\nx\n");
  });

  it("stops what is no worker at its deadline, as any command", async () => {
    const place = withHelpers("old.sh", "echo $$ >pid; sleep 30 # hookline_worker", "sh old.sh", {
      timeout: 1.2,
    });
    const engine = await place.engine();
    const { runs } = await engine.fire("PreToolUse", bash("a"));
    expect(runs[0]).toMatchObject({ fault: "timeout" });
    const pid = Number(readFileSync(join(place.project, "pid"), "utf8"));
    expect(existsSync(`/proc/${pid}/exe`)).toBe(false);
  });

  it("does not go with a sandbox, and says so", async () => {
    const place = withHelpers("a.sh", "", "sh a.sh", { sandbox: {} });
    const { diagnostics } = await place.engine();
    expect(diagnostics.map(({ message }) => message).join()).toContain(
      '"worker" and "sandbox" do not go together',
    );
  });
});
