import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { makePlace, type Place, runAgent } from "../run-agent.ts";

const rules = ["none", "allow", "ask", "deny"] as const;
const hooks = ["pass", "allow", "ask", "defer", "deny"] as const;
type Rule = (typeof rules)[number];
type Hook = (typeof hooks)[number];

/** Every rule with every hook: a call `touch RULE-HOOK` for each. */
const pairs = rules.flatMap((rule) => hooks.map((hook) => ({ rule, hook, name: `${rule}-${hook}` })));

/** What the precedence says: deny rule, hook deny, hook defer, ask rule, hook ask, hook allow, allow rule, default. */
function winner(rule: Rule, hook: Hook): string {
  if (rule === "deny") return "deny rule";
  if (hook === "deny" || hook === "defer") return `hook ${hook}`;
  if (rule === "ask") return "ask rule";
  if (hook === "ask" || hook === "allow") return `hook ${hook}`;
  return rule === "allow" ? "allow rule" : "default";
}

/** What each winner does, and why, as the questions and the refusals word it. */
const because: Record<string, string> = {
  "deny rule": "the rule Bash(touch deny-*) (~/.config/hookline/agent.json:",
  "hook deny": "the hook says deny",
  "hook defer": "the hook says defer",
  "ask rule": "the rule Bash(touch ask-*) (~/.config/hookline/agent.json:",
  "hook ask": "the hook says ask",
  default: "command_execute runs a command",
};
const runs = new Set(["hook allow", "allow rule"]);
const asks = new Set(["ask rule", "hook ask", "default"]);

const hook = `case "$(cat)" in ${hooks
  .slice(1)
  .map((word) => {
    const said = {
      hookEventName: "PreToolUse",
      permissionDecision: word,
      permissionDecisionReason: `the hook says ${word}`,
    };
    return `*-${word}\\"*) echo '${JSON.stringify({ hookSpecificOutput: said })}';;`;
  })
  .join(" ")} esac`;
const writes = (file: string) => ({ hooks: [{ type: "command", command: `cat >> ${file}` }] });

function placeFor(calls: readonly { readonly name: string }[]) {
  const place = makePlace();
  const config = (name: string, content: unknown) =>
    place.write(join(place.home, ".config/hookline", name), content);
  config("agent.json", {
    permissions: { allow: ["Bash(touch allow-*)"], ask: ["Bash(touch ask-*)"], deny: ["Bash(touch deny-*)"] },
  });
  config("hooks.json", {
    hooks: {
      PreToolUse: [{ hooks: [{ type: "command", command: hook }] }],
      PermissionDenied: [writes(join(place.root, "denied"))],
      PermissionGranted: [writes(join(place.root, "granted"))],
    },
  });
  const turns = calls.map(({ name }) => ({
    tools: [{ name: "command_execute", input: { command: `touch ${name}` } }],
  }));
  const script = place.write(join(place.root, "script.json"), { turns });
  return { place, script };
}

function told(
  { root }: Place,
  file: string,
): { readonly [name: string]: { readonly [field: string]: unknown } } {
  const text = readFileSync(join(root, file), "utf8");
  const events = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return Object.fromEntries(events.map((event) => [event.tool_input.command.replace("touch ", ""), event]));
}

describe("who decides about a call", () => {
  it("with a person in front of it: every rule with every hook", async () => {
    const { place, script } = placeFor(pairs);
    const questions = pairs.filter(({ rule, hook }) => asks.has(winner(rule, hook)));
    const input = ["go", ...questions.map(() => "n")].join("\n");
    const { status, stdout } = await runAgent(place, ["--script", script], { input: `${input}\n` });
    expect(status).toBe(0);
    const [denied, granted] = [told(place, "denied"), told(place, "granted")];
    const asked = stdout.split("May it use command_execute?").slice(1);
    expect(asked).toHaveLength(questions.length);
    for (const { rule, hook, name } of pairs) {
      const by = winner(rule, hook);
      expect(existsSync(join(place.project, name)), name).toBe(runs.has(by));
      if (runs.has(by)) {
        expect(granted[name], name).toMatchObject({ granted_by: by === "hook allow" ? "hook" : "rule" });
        expect(denied[name], name).toBeUndefined();
      } else if (asks.has(by)) {
        const question = asked.find((text) => text.startsWith(`\n  │ touch ${name}\n`));
        expect(question, name).toContain(`(${because[by]}`);
        expect(denied[name]?.reason, name).toContain("The person does not want this");
      } else if (by === "hook defer") {
        // Nobody can answer later than the person who is there.
        const after = stdout.split(`Agent: [command_execute] touch ${name}\n`)[1];
        expect(after?.slice(0, after.indexOf("Agent:")), name).toContain("✗ [command_execute]");
      } else {
        expect(denied[name]?.reason, name).toContain(because[by]);
      }
    }
  }, 40_000);

  it("headless: what would be asked is refused with the reason, and the model sees it", async () => {
    const calls = pairs.filter(({ rule, hook }) => hook !== "defer" || rule === "deny");
    const { place, script } = placeFor(calls);
    const args = ["-p", "go", "--script", script, "--output-format", "stream-json"];
    const { status, stdout } = await runAgent(place, args);
    expect(status).toBe(0);
    const lines = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const results = lines.filter(({ type }) => type === "user").map(({ message }) => message.content[0]);
    expect(results).toHaveLength(calls.length);
    for (const [index, { rule, hook, name }] of calls.entries()) {
      const by = winner(rule, hook);
      expect(existsSync(join(place.project, name)), name).toBe(runs.has(by));
      expect(results[index].is_error, name).toBe(!runs.has(by));
      if (!runs.has(by)) expect(results[index].content, name).toContain(because[by]);
      if (asks.has(by)) expect(results[index].content, name).toContain("nobody answered, so it does not run");
    }
  }, 40_000);
});
