// npm start: a session of the coding agent with hooks around it, in a scratch project that is gone afterwards.
import { heading, play } from "./tour/play.mjs";
import { makeScene } from "./tour/scene.mjs";
import { facts } from "./tour/summary.mjs";

const welcome = `${heading("Hookline, a tour")}

A coding agent works in a scratch project. Its model is a script, all else is real: the files, the commands, and the hooks.
The project (scripts/tour/project) has three kinds of hook files:

  .hookline/hooks.json             after an edit prettier and biome, the tests on Stop, a word to the CI at the end
  .wingman/wingman.config.json     for all agents: an audit line for each call, a list of blocked commands
  .wingman/agents/*/agent.json     the coder's own, the reviewer's own
`;

const parts = [
  {
    title: "1. An edit is formatted and linted; the agent may stop when the tests pass",
    prompt: "add a health endpoint",
  },
  { title: "2. Commands that must not run: the team's list, then the coder's own", prompt: "publish it" },
];
const review = [{ title: "3. Another agent, other hooks", prompt: "review the health endpoint" }];

const scene = await makeScene();
let session = null;
for (const [signal, status] of [
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
])
  process.on(signal, async () => {
    session?.end();
    await session?.ended;
    process.exit(status);
  });
process.on("exit", () => scene.leave());

const run = (agent, its) => {
  const options = [
    "--agent",
    agent,
    "--script",
    scene.script(agent),
    "--permission-mode",
    "acceptEdits",
    "--trust",
  ];
  session = play(scene, options, its);
  return session.ended;
};

process.stdout.write(`${welcome}\n`);
const coder = await run("coder", parts);
const reviewer = await run("reviewer", review);

const checked = facts(scene, coder, reviewer);
const right = checked.every(({ holds }) => holds) && coder.status === 0 && reviewer.status === 0;
console.log(`\n${heading("What the hooks did")}\n`);
for (const { hook, what, holds } of checked)
  console.log(`  ${holds ? "✓" : "✗"} ${hook.padEnd(7)} ${what}${holds ? "" : "   DID NOT HAPPEN"}`);
console.log(
  right
    ? `
Next: npx hookline-agent "add a health endpoint" in a project of yours (docs/agent.md), your own hooks in
.hookline/hooks.json (HOOKS.md), or the engine in an agent of yours (README.md).`
    : "\nThe tour did not go as told.",
);
process.exit(right ? 0 : 1);
