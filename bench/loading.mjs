// Reading ten hook files of a hundred hooks each, against reading the same files and JSON.parse.
import { readFileSync } from "node:fs";
import { createEngine, defineDialect, native } from "hookline";
import { inTurns, ratioRows } from "./measure.mjs";
import { quietOptions, scratchFolder, writeJson } from "./scratch.mjs";

/** A hook file as people write them: five events, guards and formatters with options. */
function hookFile(file) {
  const hooks = {};
  for (let number = 0; number < 100; number++) {
    const event = ["PreToolUse", "PostToolUse", "Stop", "SessionStart", "UserPromptSubmit"][number % 5];
    hooks[event] ??= [];
    hooks[event].push({
      matcher: number % 5 < 2 ? ["Bash", "Write|Edit", "mcp__.*"][number % 3] : "",
      hooks: [
        {
          type: "command",
          command: `"$HOOKLINE_PROJECT_DIR"/.hookline/check-${file}-${number}.sh --fix`,
          timeout: 30,
          statusMessage: "checking",
        },
      ],
    });
  }
  return { hooks };
}

export async function loadRows() {
  const project = scratchFolder("loading");
  const paths = Array.from({ length: 10 }, (_, file) => `.hookline/hooks-${file}.json`);
  for (const [file, path] of paths.entries()) writeJson(`${project}/${path}`, hookFile(file));
  const files = paths.map((path) => ({ layer: "team", base: "project", path }));
  const ten = defineDialect({ ...native, name: "ten", files, onlyHooks: true });
  const engine = await createEngine({ ...quietOptions(project), dialects: [ten] });
  if (engine.hooks.length !== 1_000) throw new Error(`expected 1,000 hooks, found ${engine.hooks.length}`);
  await engine.close();
  const { loadConfiguration } = await import("../packages/hookline/dist/config/load.js");
  const { loadRequestOf } = await import("./load-request.mjs");
  const request = loadRequestOf(quietOptions(project), [ten]);
  const times = await inTurns({
    mine: () => loadConfiguration(request, null),
    baseline: () => paths.map((path) => JSON.parse(readFileSync(`${project}/${path}`, "utf8"))),
    shots: 200,
    warmUp: 800,
  });
  return ratioRows("1,000 hooks in 10 files (against read and JSON.parse)", times, 1.5);
}
