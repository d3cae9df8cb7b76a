import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it } from "vitest";
import { makePlace } from "../run-agent.ts";

const tour = resolve(import.meta.dirname, "../../../../scripts/tour.mjs");

/** Starts the tour, with a folder of its own for what is made and thrown away. */
function startTour(command: readonly [string, ...string[]] = [process.execPath, tour]) {
  const { env, root } = makePlace();
  const given = { ...env, TMPDIR: root };
  const [program, ...args] = command;
  const child = spawn(program, args, { env: given, stdio: ["ignore", "pipe", "pipe"] });
  const text = { stdout: "", stderr: "" };
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (text.stderr += chunk));
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (text.stdout += chunk));
  const left = () => readdirSync(root).filter((name) => name.startsWith("hookline-tour-"));
  const ended = new Promise<{ status: number | null; stdout: string; stderr: string }>((settle) =>
    child.on("close", (status) => settle({ status, ...text })),
  );
  return { child, ended, left };
}

/** Resolves when the tour has said this; rejects if it ends without. */
function says(child: ChildProcess, words: string): Promise<void> {
  return new Promise((settle, fail) => {
    let text = "";
    child.stdout?.on("data", (chunk: string) => {
      text += chunk;
      if (text.includes(words)) settle();
    });
    child.on("close", () => fail(new Error(`the tour ended without ${words}:\n${text}`)));
  });
}

const summary = [
  /✓ format +prettier brought src\/health\.js into shape/,
  /✓ lint +biome's finding went to the model/,
  /✓ guard +rm -rf \/ was blocked with a reason, and rm never ran/,
  /✓ policy +the same in another spelling, .* was blocked as well/,
  /✓ audit +8 calls are written down .*, 4 of them as denied/,
  /✓ trail +every event and what was decided about it is in a signed trail/,
  /✓ tests +ran each time an agent wanted to stop: failed, passed, passed, passed;/,
  /✓ ci +the CI server was told once: agent-done, changed src\/health\.js/,
  /✓ agents +the coder's own hook kept it from npm publish/,
];

// shows: W-012 W-134 W-135 W-136 G-055
it("npm start's tour, without a terminal: every hook did what it says, and nothing is left", async () => {
  const { ended, left } = startTour();
  const { status, stdout, stderr } = await ended;
  expect(stderr).toBe("");
  for (const line of summary) expect(stdout).toMatch(line);
  expect(stdout).not.toContain("DID NOT HAPPEN");
  // Escape sequences are for terminals.
  expect(stdout).not.toContain("\u001b");
  // As a person would see it: what was typed, what the agent said, what the hooks said.
  for (const line of [
    "> add a health endpoint",
    "Agent: [write_file] src/health.js",
    "not ok 1 - health says ok · not done yet, the agent goes on",
    "✗ [command_execute] refused",
    "$ hookline audit verify\nIntact: every record is as it was written, and none is missing.\n",
  ])
    expect(stdout).toContain(line);
  expect(status).toBe(0);
  expect(left()).toEqual([]);
}, 60_000);

const script = "/usr/bin/script";

it.skipIf(!existsSync(script))(
  "the tour on a terminal (needs script)",
  async () => {
    const { ended, left } = startTour([script, "-qec", `'${process.execPath}' '${tour}'`, "/dev/null"]);
    const { status, stdout } = await ended;
    for (const line of summary) expect(stdout).toMatch(line);
    expect(stdout).toContain("\u001b[1mWhat the hooks did");
    expect([status, left()]).toEqual([0, []]);
  },
  60_000,
);

it("a tour that is interrupted takes everything away", async () => {
  const { child, ended, left } = startTour();
  await says(child, "[write_file]");
  expect(left()).toHaveLength(1);
  child.kill("SIGTERM");
  const { status, stdout } = await ended;
  expect(stdout).not.toContain("What the hooks did");
  expect([status, left()]).toEqual([143, []]);
}, 60_000);

it("the tour's summary believes nothing that is not there", async () => {
  const { facts } = await import(pathToFileURL(resolve(tour, "../tour/summary.mjs")).href);
  const nothing = { lines: () => [], received: [], called: () => ["rm -rf /"], said: () => "" };
  const told: { hook: string; holds: boolean }[] = facts(nothing, { output: "" }, { output: "" }, [
    { status: 2, output: "Tampered: this trail is not as it was written." },
    { status: 0, output: "no record fits" },
  ]);
  expect(told).toHaveLength(summary.length);
  expect(told.filter(({ holds }) => holds)).toEqual([]);
});
