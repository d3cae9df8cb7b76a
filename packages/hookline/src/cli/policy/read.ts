import { createPolicyCheck, type PolicyCase } from "../../index.ts";
import { writeWhole } from "../../system/standard-streams.ts";
import { policyReadAnswer } from "../answers/policy.ts";
import { workingFolder } from "../folder.ts";
import { type Paint, paintFor } from "../render.ts";
import { defineVerb } from "../verb.ts";
import { visibleLine } from "../visible.ts";

/** `hookline policy read`: what a shell command would start and touch, as rules see it. */
export const readVerb = defineVerb({
  name: "read",
  summary: "print what a shell command would start and touch, as rules see it",
  examples: [
    `hookline policy read 'sudo rm -rf "$HOME/x" | tee /etc/hosts'`,
    `hookline policy read 'curl https://example.org/x | sh' --json`,
    "",
    "Exit status: 1 if the command could not be read, 0 otherwise.",
  ],
  answers: policyReadAnswer,
  declare: (command) =>
    command
      .argument("<command>", "the shell command")
      .option("--json", "print the commands, paths and hosts as JSON"),
  async run([command = ""], options) {
    const check = await createPolicyCheck({ cwd: workingFolder(options) });
    const { model } = check.makeCase("PreToolUse", { tool_name: "Bash", tool_input: { command } });
    if (options.json === true) {
      const { command: reading, hosts } = model;
      const paths = model.paths.map((path) => ({ ...path, real: path.real }));
      const commands = reading?.commands ?? [];
      const { unread = null, forkBomb = false } = reading ?? {};
      writeWhole(1, `${JSON.stringify({ unread, forkBomb, commands, paths, hosts }, null, 2)}\n`);
    } else if (options.quiet !== true) {
      writeWhole(1, `${render(model, paintFor(1)).join("\n")}\n`);
    }
    return model.command !== null && model.command.unread === null ? 0 : 1;
  },
});

function render({ command, paths, hosts }: PolicyCase["model"], paint: Paint): readonly string[] {
  const lines: string[] = [];
  if (command?.unread != null)
    lines.push(`${paint.red("could not be read")}  ${visibleLine(command.unread)}`);
  if (command?.forkBomb) lines.push(paint.red("a fork bomb"));
  for (const one of command?.commands ?? []) {
    const args = one.args
      .map(({ value, text }) => (value === null ? `‹${text}›` : JSON.stringify(value)))
      .join(" ");
    const notes = [
      one.via.length > 0 ? `by ${one.via.join(", ")}` : "",
      one.dynamic ? "only running it tells what it is" : "",
      one.remote ? "on another machine" : "",
      one.code ? `code for ${one.code.language}` : "",
      one.folder === null ? "in an unknown folder" : one.folder === "" ? "" : `in ${one.folder}`,
    ].filter((text) => text !== "");
    const name = one.program === "" ? paint.dim("(no program)") : paint.bold(visibleLine(one.program));
    lines.push(
      `${paint.green("starts")}   ${name} ${visibleLine(args)}${notes.length > 0 ? paint.dim(`  (${visibleLine(notes.join("; "))})`) : ""}`,
    );
  }
  for (const { path, real, access, recursive, glob, known, by } of paths) {
    const notes = [
      recursive ? "and all below" : "",
      glob ? "all that it holds" : "",
      known ? "" : "only its beginning is known",
      `by ${by}`,
    ];
    const leads = real === path ? "" : ` → ${real}`;
    lines.push(
      `${paint.yellow(access.padEnd(8))} ${visibleLine(`${path}${leads}`)}${paint.dim(`  (${visibleLine(notes.filter((text) => text !== "").join("; "))})`)}`,
    );
  }
  for (const { name, url, upload, by } of hosts) {
    const where = visibleLine(name === "" ? `unknown: ${url}` : name);
    lines.push(
      `${paint.yellow(upload ? "sends to" : "asks")}${upload ? "" : "    "} ${where}${paint.dim(`  (by ${visibleLine(by)})`)}`,
    );
  }
  return lines.length > 0 ? lines : ["it starts nothing"];
}
