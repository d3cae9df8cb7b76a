// npm start: the coding agent at work with hooks around it, in a scratch project that is gone afterwards.
import { ask, heading, startSession } from "./tour/play.mjs";
import { makeScene } from "./tour/scene.mjs";
import { facts } from "./tour/summary.mjs";

const welcome = `${heading("Hookline, a tour")}

A coding agent works in a scratch project. Its model is a script; the files, the commands and the hooks are real.
The hooks come from three kinds of files (look at them in scripts/tour/project):

  .hookline/hooks.json           after an edit prettier, then biome; the tests on Stop; a word to the CI; a policy; an audit trail
  .wingman/wingman.config.json   for all agents, in Wingman's format: a list of commands that are blocked
  .wingman/agents/*/agent.json   for one agent: the coder's own, the reviewer's own

`;

const coderParts = [
  {
    title: "1. An edit is formatted and linted, and the tests decide when it is done",
    prompt: "add a health endpoint",
  },
  {
    title: "2. Commands that must not run: for anybody, in whatever spelling, and for this agent",
    prompt: "publish it",
  },
];
const reviewerParts = [{ title: "3. Another agent has other hooks", prompt: "review the health endpoint" }];

const next = `
Next: npx hookline-agent "add a health endpoint" in a project of yours (docs/agent.md), hooks of your own in
.hookline/hooks.json (HOOKS.md), or the engine in your own agent (README.md).
`;

const scene = await makeScene();
const sessions = [];
process.on("exit", () => scene.leave());
for (const [signal, status] of Object.entries({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }))
  process.on(signal, async () => {
    for (const session of sessions) session.end();
    await Promise.all(sessions.map(({ ended }) => ended));
    process.exit(status);
  });

const start = (agent) => {
  const script = ["--script", scene.script(agent)];
  const session = startSession(scene, [
    "--agent",
    agent,
    ...script,
    "--permission-mode",
    "acceptEdits",
    "--trust",
  ]);
  sessions.push(session);
  return session;
};

process.stdout.write(welcome);
const coding = start("coder");
// It gets ready while the first one works, and waits.
const reviewing = start("reviewer");
const coder = await coding.play(coderParts);
process.stdout.write("\n");
const reviewer = await reviewing.play(reviewerParts);

process.stdout.write(`\n${heading("4. What was recorded, and that nobody has changed it")}\n\n`);
const trail = [["verify"], ["query", "--verdict", "deny", "--grep", "-rf", "--limit", "2"]];
const recorded = [];
for (const args of trail) recorded.push(await ask(scene, ["audit", ...args]));

const checked = facts(scene, coder, reviewer, recorded);
const right = checked.every(({ holds }) => holds) && coder.status === 0 && reviewer.status === 0;
process.stdout.write(`\n${heading("What the hooks did")}\n\n`);
for (const { hook, what, holds } of checked)
  process.stdout.write(
    `  ${holds ? "✓" : "✗"} ${hook.padEnd(7)} ${what}${holds ? "" : " (THIS DID NOT HAPPEN)"}\n`,
  );
process.stdout.write(right ? next : "\nThe tour did not go as told.\n");
process.exitCode = right ? 0 : 1;
scene.leave();
