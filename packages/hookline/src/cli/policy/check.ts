import { resolve } from "node:path";
import type { JsonObject } from "../../contract/json.ts";
import { type CheckedPolicy, createPolicyCheck, type Diagnostic, type PolicyCase } from "../../index.ts";
import { readStandardInput, writeWhole } from "../../system/standard-streams.ts";
import { readWhole } from "../../system/whole-file.ts";
import { policyCheckAnswer } from "../answers/policy.ts";
import { workingFolder } from "../folder.ts";
import { readCall } from "../payload.ts";
import { paintFor, renderDiagnostic } from "../render.ts";
import { collect, defineVerb, listOption, textOption, UsageError, type VerbOptions } from "../verb.ts";
import { type CaseAnswer, caseJson, renderCase, renderPolicy, ruleJson, strongest } from "./answers.ts";

/** `hookline policy check`: what is wrong in a policy, which rules it has, and what each says about a command. */
export const checkVerb = defineVerb({
  name: "check",
  summary: "check the policies of a file, and print what each rule says about a command",
  examples: [
    "hookline policy check .hookline/hooks.json",
    `hookline policy check policy.json --command 'rm -rf /' --command 'git push -f'`,
    `hookline policy check policy.json --tool Write --input '{"file_path":"/etc/hosts","content":""}'`,
    "hookline policy check policy.json --commands commands.txt",
    "hookline policy check policy.json --payload event.json --json",
    "",
    'FILE is a hook file with policies, or a policy itself: { "packs": [], "rules": [], "settings": {} }.',
    "Exit status: 1 something is wrong in the file or a rule cannot be judged, 2 deny, 3 ask, 0 otherwise.",
  ],
  answers: policyCheckAnswer,
  declare: (command) =>
    command
      .argument("<file>", "the hook file or the policy, - for stdin")
      .option("--command <text>", "what each rule says about this shell command (may be repeated)", collect)
      .option(
        "--commands <file>",
        "the same for each line of a file, - for stdin; empty lines and those with # are left out",
      )
      .option("--tool <name>", "what each rule says about this tool")
      .option("--input <json>", "the tool's input")
      .option("--payload <file>", "what each rule says about this event, as JSON, - for stdin")
      .option("--event <name>", "the event of --command, --commands and --tool; PreToolUse by default")
      .option("--json", "print everything as JSON"),
  async run([file = ""], options) {
    const cwd = workingFolder(options);
    const check = await createPolicyCheck({ cwd });
    refuseTwice(file, options);
    const { policies, diagnostics } = await check.open(file, file === "-" ? readStandardInput() : undefined);
    if (policies.length === 0 && diagnostics.length === 0)
      throw new UsageError(
        `${file}: there is no policy in it: an entry with "type": "policy", or "packs" and "rules" at the top`,
      );
    const cases = (await payloadsOf(options, cwd)).map(({ name, event, payload }) => {
      const about = check.makeCase(event, payload);
      return answerOf(name, about, policies, (one) => check.judge(one, about));
    });
    const wrong =
      diagnostics.some(({ severity }) => severity === "error") ||
      cases.some(({ faults }) => faults.length > 0);
    show(policies, diagnostics, cases, options);
    if (wrong) return 1;
    const verdict = strongest(cases.map((one) => one.verdict));
    return verdict === "deny" ? 2 : verdict === "ask" ? 3 : 0;
  },
});

function answerOf(
  name: string,
  about: PolicyCase,
  policies: readonly CheckedPolicy[],
  judge: (one: CheckedPolicy) => CaseAnswer["answers"][number]["judgement"],
): CaseAnswer {
  const answers = policies.map((checked) => ({ checked, judgement: judge(checked) }));
  const judged = answers.flatMap(({ checked, judgement }) => (judgement ? [{ checked, judgement }] : []));
  const faults = judged.flatMap(({ judgement }) => judgement.faults.map(({ detail }) => detail));
  // A rule that cannot be judged blocks, unless its entry says otherwise.
  const blocks = judged.some(
    ({ checked, judgement }) => judgement.faults.length > 0 && checked.hook?.onFailure !== "continue",
  );
  const verdict = blocks ? "deny" : strongest(judged.map(({ judgement }) => judgement.verdict));
  const reason = judged
    .filter(({ judgement }) => judgement.verdict === verdict)
    .map(({ judgement }) => judgement.reason);
  return {
    name,
    event: about.event,
    verdict,
    reason: reason.filter((text) => text !== "").join("\n"),
    faults,
    answers,
  };
}

interface Asked {
  readonly name: string;
  readonly event: string;
  readonly payload: JsonObject;
}

async function payloadsOf(options: VerbOptions, cwd: string): Promise<readonly Asked[]> {
  const event = textOption(options, "event") ?? "PreToolUse";
  const commands = [
    ...(listOption(options, "command") ?? []),
    ...(await linesOf(textOption(options, "commands"), cwd)),
  ];
  const asked: Asked[] = commands.map((command) => ({
    name: command,
    event,
    payload: { tool_name: "Bash", tool_input: { command } },
  }));
  const named = textOption(options, "payload") !== undefined;
  if (!named && textOption(options, "tool") === undefined) {
    if (textOption(options, "input") !== undefined) throw new UsageError("--input needs --tool");
    return asked;
  }
  if (!named && textOption(options, "input") === undefined)
    throw new UsageError(`--tool needs --input: what the tool is given, as JSON: --input '{"command":"ls"}'`);
  const call = await readCall(named ? undefined : event, options);
  const { tool_name: tool } = call.payload;
  const payload =
    tool !== undefined && call.payload.tool_input === undefined
      ? { ...call.payload, tool_input: {} }
      : call.payload;
  return [...asked, { name: typeof tool === "string" ? tool : call.event, event: call.event, payload }];
}

async function linesOf(file: string | undefined, cwd: string): Promise<readonly string[]> {
  if (file === undefined) return [];
  const text = file === "-" ? readStandardInput() : textOf(file, cwd);
  return text.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.startsWith("#"));
}

function textOf(file: string, cwd: string): string {
  const read = readWhole(resolve(cwd, file));
  if (!("text" in read)) throw new UsageError(`--commands ${file}: ${read.error.message}`);
  return read.text;
}

/** Standard input can be read once. */
function refuseTwice(file: string, options: VerbOptions): void {
  const named = [file, textOption(options, "commands"), textOption(options, "payload")];
  if (named.filter((one) => one === "-").length > 1)
    throw new UsageError("only one of FILE, --commands and --payload can be read from stdin");
}

function show(
  policies: readonly CheckedPolicy[],
  diagnostics: readonly Diagnostic[],
  cases: readonly CaseAnswer[],
  options: VerbOptions,
): void {
  if (options.json === true) {
    const rows = policies.map(({ hook, source, policy }) => ({
      id: hook?.id ?? null,
      source,
      event: hook?.event ?? null,
      matcher: hook?.matcher.pattern ?? null,
      rules: policy.rules.map(ruleJson),
    }));
    writeWhole(
      1,
      `${JSON.stringify({ problems: diagnostics, policies: rows, cases: cases.map(caseJson) }, null, 2)}\n`,
    );
    return;
  }
  for (const diagnostic of diagnostics) writeWhole(2, `${renderDiagnostic(diagnostic)}\n`);
  if (options.quiet === true) return;
  const paint = paintFor(1);
  const all = options.verbose === true || cases.length === 1;
  const lines =
    cases.length > 0
      ? cases.flatMap((one) => renderCase(one, paint, all))
      : policies.flatMap((one) => renderPolicy(one, paint));
  writeWhole(1, `${lines.join("\n")}\n`);
}
