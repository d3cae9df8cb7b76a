// Makes docs/scorecard.md: what the rule packs stop of the evasion suite, what passes, and what is known to get through.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { playedAsSaid } from "./scorecard-sessions.mjs";

const path = "docs/scorecard.md";
const folder = "packages/hookline/test/policy/evasion";

/** The lists of the suite. */
export function evasionSuite(root) {
  const read = (name) => JSON.parse(readFileSync(join(root, folder, `${name}.json`), "utf8"));
  const sessions = read("sessions");
  return {
    mustStop: read("must-stop"),
    mustPass: read("must-pass"),
    knownGaps: read("known-gaps"),
    machine: { ...read("machine"), real: new Map() },
    sessions,
  };
}

const count = (families) => families.reduce((sum, { commands }) => sum + commands.length, 0);
const shown = (action) => {
  const text = typeof action === "string" ? action : `${action.tool} ${JSON.stringify(action.input)}`;
  const line = text.replaceAll("\n", "⏎").replaceAll("|", "\\|");
  return line.includes("`") ? `\`\` ${line} \`\`` : `\`${line}\``;
};

/** The page: `packs` are rows with a name, a summary and the number of rules; `stopped` and `passed` say what became of an action of a family. */
export function scorecardText(
  { mustStop, mustPass, knownGaps, sessions },
  packs,
  { stopped, passed, played },
) {
  const held = (families, test) =>
    families.reduce(
      (sum, family) => sum + family.commands.filter((action) => test(action, family)).length,
      0,
    );
  const rows = packs.map(({ name, rules }) => {
    const own = mustStop.filter(({ rule }) => rule.startsWith(`${name}/`));
    const around = own.filter((family) => family.around);
    return `| \`${name}\` | ${rules} | ${held(own, stopped)} of ${count(own)} | ${held(around, stopped)} of ${count(around)} |`;
  });
  const around = mustStop.filter((family) => family.around);
  const rules = packs.reduce((sum, pack) => sum + pack.rules, 0);
  const all = `| **all** | ${rules} | **${held(mustStop, stopped)} of ${count(mustStop)}** | **${held(around, stopped)} of ${count(around)}** |`;
  const families = mustPass.map(
    (family) => `| ${family.family} | ${held([family], passed)} of ${family.commands.length} |`,
  );
  const gaps = knownGaps.map(
    ({ family, why, commands }) => `| ${family} | ${why} | ${commands.map(shown).join("<br>")} |`,
  );
  const asSaid = (own) => `${own.filter(({ name }) => played.has(name)).length} of ${own.length}`;
  const inCalls = sessions.filter(({ gap }) => gap === undefined);
  const stops = inCalls.filter(({ rule }) => rule !== undefined);
  const missed = sessions
    .filter(({ gap }) => gap !== undefined)
    .map(({ name, gap, steps }) => `| ${name} | ${gap} | ${steps.map(shown).join("<br>")} |`);
  return `# Scorecard of the rule packs

Made by \`npm run gen\` from the suite in \`${folder}\`; do not edit it. The suite is public: whoever finds a way around adds it there.

A policy that reads commands prevents accidents and stops casual tricks. It is no wall: what a program does once it runs, only a
sandbox bounds. The last table is as much a part of the result as the first.

## What must be stopped

Each action names the rule that stops it; it counts only if that very rule fits. _Spelled around_ are those that somebody wrote to get
past: quotes, variables, wrappers, other programs, inline code, links, patterns.

| pack | rules | stopped | spelled around |
| ---- | ----- | ------- | -------------- |
${[...rows, all].join("\n")}

## What must pass

Look-alikes and what people type every day, with all packs switched on.

| family | passed |
| ------ | ------ |
${families.join("\n")}
| **all** | **${held(mustPass, passed)} of ${count(mustPass)}** |

## What one call writes and a later one runs

Sessions of several calls with real files; the last call counts.

| session | as it must be |
| ------- | ------------- |
| must be stopped | ${asSaid(stops)} |
| must pass | ${asSaid(inCalls.filter((session) => !stops.includes(session)))} |

## What is known to get through

| what | why | for example |
| ---- | --- | ----------- |
${[...gaps, ...missed].join("\n")}

${count(knownGaps) + missed.length} actions. A test fails as soon as one of them is stopped, so that the list stays true.
`;
}

/** The file with its path, judged by the built package. */
export async function scorecardFile(root) {
  const dist = (name) => import(join(root, "packages/hookline/dist", name));
  const [{ allPacks, compilePolicy, judgePolicy, makeModel }, { createCatalog }, { judgeTools }] =
    await Promise.all([dist("policy/index.js"), dist("events/catalog.js"), dist("runners/judge-tools.js")]);
  const catalog = createCatalog();
  const suite = evasionSuite(root);
  const { createEngine } = await dist("index.js");
  const played = await playedAsSaid(suite.sessions, createEngine, isOf);
  const { machine } = suite;
  const judge = (action, { packs, settings = {}, branch, project, cwd }) => {
    const chosen = allPacks.filter(({ name }) => packs === undefined || packs.includes(name));
    const names = chosen.map(({ name }) => name);
    const { policy } = kept(JSON.stringify([names, settings]), () =>
      compilePolicy({ packs: names, settings }, { tools: judgeTools, packs: allPacks, today: machine.today }),
    );
    const projectDir = project ?? machine.projectDir;
    const folder = cwd ?? projectDir;
    const facts = {
      ...machine,
      projectDir,
      cwd: folder,
      branch: branch ?? machine.branch,
      variables: { ...machine.variables, PWD: folder },
    };
    const {
      tool: tool_name,
      input: tool_input,
      event = "PreToolUse",
      response,
    } = typeof action === "string" ? { tool: "Bash", input: { command: action } } : action;
    const payload = { tool_name, tool_input, ...(response === undefined ? {} : { tool_response: response }) };
    const moment = {
      id: "1",
      spec: catalog.event(event),
      payload,
      subject: null,
      tool: catalog.tool(tool_name),
      depth: 0,
    };
    return judgePolicy(policy, makeModel(moment, facts), facts);
  };
  const packs = allPacks.map(({ name, rules }) => ({ name, rules: rules.length }));
  const text = scorecardText(suite, packs, {
    stopped: (action, family) =>
      judge(action, family).sayings.some(
        ({ says, compiled }) => says === "fits" && isOf(compiled.rule.id, family.rule),
      ),
    passed: (action, family) =>
      judge(action, family).sayings.every(({ says }) => says !== "fits" && says !== "error"),
    played,
  });
  return [path, text];
}

const isOf = (id, name) => (name.endsWith("*") ? id.startsWith(name.slice(0, -1)) : id === name);

const made = new Map();
const kept = (key, make) => {
  if (!made.has(key)) made.set(key, make());
  return made.get(key);
};

// Run by itself it compares.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const [file, text] = await scorecardFile(root);
  const same = existsSync(join(root, file)) && readFileSync(join(root, file), "utf8") === text;
  if (!same) process.stderr.write(`${file}: differs from what the suite says; run npm run gen\n`);
  process.exit(same ? 0 : 1);
}
