// A function hook, beside a plain `await` of the same function: one that does nothing, and one that reads its list as a guard does.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createEngine } from "hookline";
import { inTurns, ratioRows } from "./measure.mjs";
import { quietOptions, scratchFolder, writeJson } from "./scratch.mjs";

const payload = { tool_name: "Write", tool_input: { file_path: "/etc/hostname", content: "x".repeat(800) } };

/** Says nothing: whatever it takes is the engine's. */
const empty = async () => undefined;

/** A guard as people write them: it reads its list each time, so that a change of the list holds at once, and looks for secrets. */
function guardWith(list) {
  return async ({ tool_input: { file_path: path, content } }) => {
    const { protected: folders } = JSON.parse(await readFile(list, "utf8"));
    if (folders.some((folder) => path.startsWith(folder))) return { verdict: "deny", reason: "protected" };
    if (/(?:AKIA|ghp_|-----BEGIN)[\w -]{16,}/.test(content)) return { verdict: "deny", reason: "a secret" };
    return undefined;
  };
}

/** The rows of this part. */
export async function functionRows({ quick = false } = {}) {
  const rows = [];
  const list = join(scratchFolder("functions"), "protected.json");
  writeJson(list, { protected: ["/usr/", "/boot/", "/proc/"] });
  const cases = [
    { measure: "a function hook that does nothing (against a plain await)", run: empty, acts: 2_000 },
    {
      measure: "a function hook that reads its list (against a plain await)",
      run: guardWith(list),
      acts: 50,
    },
  ];
  for (const { measure, run, acts } of cases) {
    const engine = await createEngine(quietOptions(scratchFolder("functions")));
    engine.on("PreToolUse", "Write", run);
    const times = await inTurns({
      mine: () => engine.fire("PreToolUse", payload),
      baseline: () => run(payload),
      shots: quick ? 3 : 60,
      acts: quick ? 20 : acts,
      warmUp: quick ? 1 : 20,
    });
    await engine.close();
    rows.push(...ratioRows(measure, times, 1.5));
  }
  return rows;
}
