// A usual set of hooks in a session whose model takes a second for each answer, beside the same session without hooks.
import { startModel } from "./agent-model.mjs";
import { startSession } from "./agent-session.mjs";
import { quantile, row } from "./measure.mjs";

const command = (text) => ({ type: "command", command: text });

/** A guard, a formatter's stand-in, an audit trail and a check at the end. */
const hooks = {
  PreToolUse: [{ matcher: "Bash", hooks: [command("if grep -q 'rm -rf /'; then echo no >&2; exit 2; fi")] }],
  PostToolUse: [
    { matcher: "Write|Edit", hooks: [command("cat >/dev/null; sed -i 's/[[:space:]]*$//' notes.txt")] },
    { hooks: [command("cat >>audit.jsonl")] },
  ],
  Stop: [
    { hooks: [command("cat >/dev/null; test -s notes.txt || { echo 'there are no notes' >&2; exit 2; }")] },
  ],
};

const tools = [
  { name: "write_file", input: { file_path: "notes.txt", content: "one \ntwo\n" } },
  { name: "command_execute", input: { command: "wc -l notes.txt" } },
  { name: "read_file", input: { file_path: "notes.txt" } },
  { name: "edit_file", input: { file_path: "notes.txt", old_string: "two", new_string: "three " } },
  { name: "command_execute", input: { command: "cat notes.txt" } },
  { name: "read_file", input: { file_path: "notes.txt" } },
  { name: "command_execute", input: { command: "true" } },
];

/** From the first request to the end of the process; start-up is none of the hooks' doing. */
async function sessionTime(name, line, given, thinkMs) {
  const session = startSession(name, { line, hooks: given });
  try {
    let began;
    for (const turn of [...tools.map((tool) => ({ tool })), { text: "done" }]) {
      const request = await session.next();
      began ??= request.at;
      await new Promise((resolve) => setTimeout(resolve, thinkMs));
      request.answer(turn);
    }
    return (await session.ended) - began;
  } finally {
    session.stop();
  }
}

export async function typicalRows({ quick }) {
  const model = await startModel();
  const [rounds, thinkMs] = quick ? [1, 20] : [3, 1_000];
  const pairs = [];
  for (let round = 0; round < rounds; round++) {
    // Side by side: both meet the same machine, which has little to do while the models think.
    pairs.push(
      await Promise.all([
        sessionTime(`typical-${round}`, model.line(), hooks, thinkMs),
        sessionTime(`plain-${round}`, model.line(), {}, thinkMs),
      ]),
    );
  }
  model.close();
  const [hooked, plain] = [0, 1].map((side) =>
    quantile(
      pairs.map((pair) => pair[side]),
      0.5,
    ),
  );
  return [row("agent's session, a usual set of hooks, model of 1 s (against none)", plain, hooked, 1.05)];
}
