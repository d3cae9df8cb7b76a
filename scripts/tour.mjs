// npm start: a short tour. Real hooks run around the calls of a pretended agent, in a scratch project that is gone afterwards.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createEngine } from "hookline";

const project = mkdtempSync(join(tmpdir(), "hookline-tour-"));
process.on("exit", () => rmSync(project, { recursive: true, force: true }));

const hookFile = {
  hooks: {
    PreToolUse: [
      {
        matcher: "Bash",
        hooks: [
          {
            id: "no-rm-root",
            type: "command",
            if: "Bash(rm *)",
            command: "node .hookline/guard.mjs",
            onFailure: "block",
          },
        ],
      },
    ],
    PostToolUse: [
      {
        matcher: "Write|Edit",
        hooks: [{ id: "format", type: "command", command: "node .hookline/format.mjs" }],
      },
    ],
    Stop: [
      { hooks: [{ id: "run-tests", type: "command", command: "node .hookline/tests.mjs", timeout: 60 }] },
    ],
  },
};

const scripts = {
  "guard.mjs": `
    import { readFileSync } from "node:fs";
    const { tool_input } = JSON.parse(readFileSync(0, "utf8"));
    if (/rm\\s+-rf?\\s+\\/(\\s|$)/.test(tool_input.command)) {
      console.error("refusing to delete the whole machine");
      process.exit(2);
    }`,
  "format.mjs": `
    import { readFileSync, writeFileSync } from "node:fs";
    const { tool_input } = JSON.parse(readFileSync(0, "utf8"));
    const before = readFileSync(tool_input.file_path, "utf8");
    writeFileSync(tool_input.file_path, JSON.stringify(JSON.parse(before), null, 2) + "\\n");`,
  "tests.mjs": `
    import { readFileSync } from "node:fs";
    const { port } = JSON.parse(readFileSync("settings.json", "utf8"));
    if (port !== 8080) {
      console.error("1 test failed: the port is " + port + ", expected 8080");
      process.exit(2);
    }`,
};

/** What a decision means, in one line. */
function verdictLine({ verdict, reason, runs }) {
  const hooks = runs.map(
    ({ hook, exitCode, durationMs }) => `${hook} (exit ${exitCode}, ${Math.round(durationMs)} ms)`,
  );
  return `  ${verdict}${reason ? `: ${reason}` : ""}${hooks.length ? `   by ${hooks.join(", ")}` : ""}`;
}

mkdirSync(join(project, ".hookline"));
writeFileSync(join(project, ".hookline/hooks.json"), JSON.stringify(hookFile, null, 2));
for (const [name, text] of Object.entries(scripts)) writeFileSync(join(project, ".hookline", name), text);

const engine = await createEngine({ cwd: project, trust: "all" });
console.log("Hookline, a tour. The project has three hooks in .hookline/hooks.json:\n");
for (const { id, event, matcher } of engine.hooks)
  console.log(`  ${id.padEnd(11)} ${event.padEnd(12)} ${matcher.meaning}`);

console.log("\n1. The agent wants to run: rm -rf /");
const shell = (input) => spawnSync("sh", ["-c", input.command], { cwd: project, encoding: "utf8" }).stdout;
const removal = await engine.wrapTool({ name: "Bash", input: { command: "rm -rf /" } }, shell);
console.log(verdictLine(removal.decision));
console.log(`  the command ${removal.ran ? "RAN" : "did not run"}`);

console.log("\n2. The agent writes settings.json, all on one line");
const file = join(project, "settings.json");
const write = ({ file_path, content }) => writeFileSync(file_path, content);
const written = await engine.wrapTool(
  { name: "Write", input: { file_path: file, content: '{"name":"demo","port":80}' } },
  write,
);
console.log(verdictLine(written.after));
console.log(`  the file now:\n${readFileSync(file, "utf8").replace(/^/gm, "    ").trimEnd()}`);

console.log("\n3. The agent wants to stop; a hook runs the tests first");
const stop = await engine.fire("Stop", { stop_hook_active: false });
console.log(verdictLine(stop));
console.log("  so it goes on, and mends the port");
await engine.wrapTool({ name: "Edit", input: { file_path: file } }, () =>
  writeFileSync(file, '{"name":"demo","port":8080}'),
);
const again = await engine.fire("Stop", { stop_hook_active: true });
console.log(verdictLine(again));

await engine.close();
const right =
  !removal.ran &&
  stop.verdict === "deny" &&
  again.verdict === "pass" &&
  readFileSync(file, "utf8").includes("\n");
console.log(
  right
    ? "\nThat is all. Put your own into .hookline/hooks.json; see README.md and HOOKS.md."
    : "\nThe tour did not go as told.",
);
process.exitCode = right ? 0 : 1;
