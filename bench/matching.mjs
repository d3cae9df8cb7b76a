// How matching grows with the number of hooks: the answer for a subject is remembered, so it should not.
import { createEngine } from "hookline";
import { inTurns, ratioRows } from "./measure.mjs";
import { quietOptions, scratchFolder, writeJson } from "./scratch.mjs";

const tools = [
  "Bash",
  "Read",
  "Write",
  "Edit",
  "Glob",
  "Grep",
  "WebFetch",
  "Agent",
  "mcp__a__b",
  "mcp__c__d",
];

/** A third of the matchers are names, a third lists, a third regular expressions; none fits a tool that is fired. */
function matcherOf(number) {
  return [`Tool${number}`, `Tool${number}|Other${number}`, `^Tool${number}$`][number % 3];
}

async function engineWith(count) {
  const project = scratchFolder(`matching-${count}`);
  const groups = Array.from({ length: count }, (_, number) => ({
    matcher: matcherOf(number),
    hooks: [{ type: "command", command: `true ${number}` }],
  }));
  writeJson(`${project}/.hookline/hooks.json`, { hooks: { PreToolUse: groups } });
  return createEngine(quietOptions(project));
}

export async function matchRows() {
  const payloads = tools.map((tool_name) => ({ tool_name, tool_input: {} }));
  const few = await engineWith(10);
  const rows = [];
  for (const count of [100, 1_000, 10_000]) {
    const many = await engineWith(count);
    const turn = (engine) => {
      let next = 0;
      return () => engine.fire("PreToolUse", payloads[next++ % payloads.length]);
    };
    const times = await inTurns({ mine: turn(many), baseline: turn(few), shots: 60, acts: 1_000 });
    rows.push(...ratioRows(`an event among ${count.toLocaleString("en")} hooks (against 10)`, times, 1.5));
    await many.close();
  }
  await few.close();
  rows.push(...(await rememberedRows()));
  return rows;
}

/** Subjects that were seen before, beside subjects that were not: those have to be tested on every matcher. */
async function rememberedRows() {
  const engine = await engineWith(1_000);
  let next = 0;
  const payloadOf = (name) => ({ tool_name: name, tool_input: {} });
  const times = await inTurns({
    mine: () => engine.fire("PreToolUse", payloadOf("mcp__a__b")),
    baseline: () => engine.fire("PreToolUse", payloadOf(`mcp__new__${next++}`)),
    shots: 60,
    acts: 200,
  });
  await engine.close();
  return ratioRows("a tool that was seen before, among 1,000 hooks (against one that was not)", times, 0.1);
}
