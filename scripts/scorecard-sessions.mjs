// Plays the sessions of the evasion suite with an engine and real files; no command is run.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";

const packs = ["commands", "secrets", "paths", "git", "packages", "cloud", "self"];

/** The policy that sessions are judged by: network would ask about every download. */
const hooks = { PreToolUse: [{ hooks: [{ id: "guard", type: "policy", packs }] }] };

/** The names of the sessions that end as they say. */
export async function playedAsSaid(sessions, createEngine, isOf) {
  const names = new Set();
  for (const session of sessions) {
    const root = realpathSync(mkdtempSync(join(tmpdir(), "hookline-scorecard-")));
    try {
      const { verdict, rules } = await play(session, root, createEngine);
      const byRule = session.rule === undefined || rules.some((id) => isOf(id, session.rule));
      if (verdict === session.verdict && byRule) names.add(session.name);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  }
  return names;
}

async function play({ before = {}, steps, files = {}, links = {} }, root, createEngine) {
  const project = join(root, "project");
  const write = (path, text) => {
    mkdirSync(dirname(join(project, path)), { recursive: true, mode: 0o755 });
    writeFileSync(join(project, path), text, { mode: 0o644 });
  };
  write(".hookline/hooks.json", JSON.stringify({ hooks }));
  for (const [path, text] of Object.entries(before)) write(path, text);
  for (const name of ["home", "system"]) mkdirSync(join(root, name), { mode: 0o755 });
  const env = { PATH: process.env.PATH ?? "", HOME: join(root, "home") };
  const engine = await createEngine({ cwd: project, env, systemRoot: join(root, "system"), trust: "all" });
  try {
    let last = null;
    for (const [at, step] of steps.entries()) {
      if (at === steps.length - 1) {
        for (const [path, text] of Object.entries(files)) write(path, text);
        for (const [path, target] of Object.entries(links)) symlinkSync(target, join(project, path));
      }
      const { tool, input } = typeof step === "string" ? { tool: "Bash", input: { command: step } } : step;
      last = await engine.fire("PreToolUse", { tool_name: tool, tool_input: input });
      if (tool === "Write") write(input.file_path, input.content);
    }
    const { rules = [] } = JSON.parse(last?.runs[0]?.stdout || "{}");
    return { verdict: last?.verdict, rules: rules.map(({ id }) => id) };
  } finally {
    await engine.close();
  }
}
