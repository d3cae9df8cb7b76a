// What a policy costs: reading a command and judging some forty rules on it, beside the bare parse of the same text.
import { allPacks, compilePolicy, judgePolicy, makeModel } from "hookline/policy";
import { parse } from "unbash";
import { createCatalog } from "../packages/hookline/dist/events/catalog.js";
import { judgeTools } from "../packages/hookline/dist/runners/judge-tools.js";
import { inTurns } from "./measure.mjs";

const catalog = createCatalog();
const spec = catalog.event("PreToolUse");

/** 120 characters, four programs, a substitution and a redirection. */
const pipeline =
  'cd packages/app && grep -rn "TODO: $(date +%Y)" src --include="*.ts" | sort -t: -k1,1 -k2n | head -n 50 > /tmp/todo-list';

const facts = {
  cwd: "/work/app",
  home: "/home/ann",
  projectDir: "/work/app",
  today: "2026-11-15",
  branch: "feature",
  own: ["/work/app/.hookline/hooks.json", "/home/ann/.local/state/hookline"],
  variables: { HOME: "/home/ann", PWD: "/work/app" },
  real: new Map(),
};

function eventOf(command) {
  const payload = { tool_name: "Bash", tool_input: { command } };
  return { id: "1", spec, payload, subject: null, tool: catalog.tool("Bash"), depth: 0 };
}

/** Packs until there are forty rules. */
function fortyRules() {
  const packs = [];
  let count = 0;
  for (const { name, rules } of allPacks) {
    if (count >= 40) break;
    packs.push(name);
    count += rules.length;
  }
  return { packs, count };
}

function row(measure, { mine, baseline }, goalMs, goal) {
  const [value, base] = [mine.median, baseline.median];
  return { measure, baseline: base, value, ratio: value / base, goal, met: value <= goalMs };
}

export async function policyRows({ quick }) {
  const { packs, count } = fortyRules();
  const { policy } = compilePolicy({ packs }, { tools: judgeTools, packs: allPacks, today: facts.today });
  const judge = (command) => {
    const event = eventOf(command);
    return judgePolicy(policy, makeModel(event, facts), facts);
  };
  if (pipeline.length !== 120 || judge(pipeline).faults.length > 0)
    throw new Error("the pipeline is not as it should be");
  const small = await inTurns({
    mine: () => judge(pipeline),
    baseline: () => parse(pipeline),
    shots: quick ? 5 : 60,
    acts: quick ? 10 : 200,
  });
  const script = `cat > notes.txt <<'END'\n${"a line of a file that somebody writes\n".repeat(27_500)}END\n`;
  const many = `${"echo one two three; ".repeat(50_000)}echo four`;
  const rows = [row(`${count} rules on a pipeline of ${pipeline.length} characters`, small, 0.2, "≤ 200 µs")];
  for (const [name, text] of [
    ["a file of 1 MB that a command writes", script],
    ["a text of 1 MB with 50,000 commands", many],
  ]) {
    const times = await inTurns({
      mine: () => judge(text),
      baseline: () => parse(text),
      shots: quick ? 1 : 5,
      warmUp: 1,
    });
    rows.push(row(`${count} rules on ${name}`, times, 500, "≤ 500 ms"));
  }
  return rows;
}
