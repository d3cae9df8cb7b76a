import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { call, story } from "./story.ts";

const command = (line: string) => call("command_execute", { command: line });

// shows: W-026 W-027 W-028 W-135
it("US-2.1: rm -rf /, dd if= and a fork bomb are blocked with a clear message and never run", async () => {
  const { play, standIn, called, read } = story("us-2.1-block");
  standIn("rm", "dd");
  const dangerous = [
    "rm -rf /",
    "cd src && rm -r -f / ",
    "dd if=/dev/zero of=/dev/sda",
    // Real, but for the two words before it, which would show that it ran.
    "touch ran; exit; :(){ :|:& };:",
  ];
  const { status, stderr, results } = await play([
    ...dangerous.map((line) => [command(line)]),
    [command("rm -rf ./build")],
    [command("echo fine >fine.txt")],
  ]);
  expect(status).toBe(0);
  expect(called()).toEqual(["rm -rf ./build"]);
  expect([read("ran"), read("fine.txt")]).toEqual(["", "fine\n"]);
  for (const [index, line] of dangerous.entries())
    expect([line, results[index]]).toEqual([
      line,
      expect.stringMatching(
        /^PreToolUse:command_execute hook error: Blocked: the command fits ".*" in \.wingman\/blocked-commands\.txt$/,
      ),
    ]);
  expect(stderr.match(/✗ .*Blocked: the command fits .* · blocked/g)).toHaveLength(dangerous.length);
});

// shows: W-029
it("US-2.1: the list is the project's to keep", async () => {
  const { play, standIn, called, write } = story("us-2.1-block");
  standIn("rm", "dd", "deploy");
  write(".wingman/blocked-commands.txt", "# ours\n\\bdeploy\\b.*--production\n");
  await play([[command("deploy --production")], [command("deploy --staging")], [command("dd if=a of=b")]]);
  expect(called()).toEqual(["deploy --staging", "dd if=a of=b"]);
});

// shows: W-030 W-031 W-033 W-139
it("US-2.2: every call is audited with time, session, tool and arguments, in two places", async () => {
  const { play, program, lines, root, project } = story("us-2.2-audit");
  program("logger", `cat >>"${root}/syslog"; echo >>"${root}/syslog"`);
  const calls = [
    call("write_file", { file_path: "a.txt", content: "one" }),
    call("read_file", { file_path: "a.txt" }),
    command("exit 3"),
    call("ls", { path: "." }),
  ];
  const before = Date.now();
  const { status, sessionId } = await play(calls.map((one) => [one]));
  expect(status).toBe(0);
  const records = lines(".wingman/audit.jsonl").map((line) => JSON.parse(line));
  const of = (event: string) => records.filter((record) => record.event === event);
  expect(of("PreToolUse").map(({ tool_name, tool_input }) => call(tool_name, tool_input))).toEqual(calls);
  // A failure is none of Wingman's events: its beginning is in the trail, and no end.
  // Wingman does not wait for these hooks, so one may end before that of an earlier call.
  const ended = ["ls", "read_file", "write_file"];
  expect(
    of("PostToolUse")
      .map(({ tool_name }) => tool_name)
      .sort(),
  ).toEqual(ended);
  for (const { at, session_id, tool_use_id } of records) {
    expect([session_id, tool_use_id]).toEqual([sessionId, expect.stringMatching(/./)]);
    expect(Date.parse(at)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(at)).toBeLessThanOrEqual(Date.now());
  }
  const logged = lines(join(root, "syslog")).map((line) => JSON.parse(line));
  expect(logged.map(({ tool_name }) => tool_name).sort()).toEqual(ended);
  expect(statSync(join(project, ".wingman/audit.jsonl")).mode & 0o777).toBe(0o600);
});
