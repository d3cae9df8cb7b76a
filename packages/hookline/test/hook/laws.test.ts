import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { isObject, type JsonObject } from "../../src/contract/json.ts";
import { native } from "../../src/dialects/native.ts";
import { builtInEvents } from "../../src/events/catalog.ts";
import { tools } from "../../src/events/tools.ts";
import { rulesOf } from "../../src/hook/answer-rules.ts";
import { checkAnswer } from "../../src/hook/check-answer.ts";
import { helperFiles } from "../../src/hook/helper-tables.ts";
import { wireAnswer } from "../../src/hook/wire-answer.ts";
import { interpret } from "../../src/pipeline/interpret.ts";
import { scratch } from "../engine/scratch.ts";
import { exampleEvent, exampleHook } from "../pipeline/examples.ts";
import { type Case, cases } from "./answers.ts";

const root = resolve(import.meta.dirname, "../../../..");
const helper = (name: string) => join(root, "packages/hookline/helpers", name);

/** What each of the three makes of an answer: the wire object, null for nothing, or the word "refused". */
type Made = JsonObject | null | "refused";

function madeInTypeScript({ spec, answer }: Case): Made {
  try {
    const checked = checkAnswer(spec, answer);
    return checked && wireAnswer(spec, checked);
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
    return "refused";
  }
}

describe("what is said", () => {
  it("is what the engine understands, on every event", () => {
    let accepted = 0;
    for (const one of cases) {
      const wire = madeInTypeScript(one);
      if (wire === "refused" || wire === null) continue;
      accepted++;
      const { spec, answer } = one;
      const event = exampleEvent(spec.name, { tool_name: "mcp__a__b" });
      const stdout = { text: JSON.stringify(wire), tail: "", bytes: 0, truncated: false, valid: true };
      const end = { kind: "exit", code: 0 } as const;
      const printed = { end, stdout, stderr: { ...stdout, text: "" }, durationMs: 1, left: [] };
      const outcomes = [
        interpret(event, exampleHook({ event: spec.name }), native, printed),
        interpret(event, exampleHook({ event: spec.name }), native, {
          ...printed,
          end: { kind: "value", value: wire },
        }),
      ];
      for (const outcome of outcomes)
        expect(understood(one, outcome), JSON.stringify(one)).toEqual(said(one));
      expect(answer).toBe(one.answer);
    }
    expect(accepted).toBeGreaterThan(builtInEvents.length * 3);
  });

  it("is refused on the events that cannot be stopped, and nowhere else, if it is a deny", () => {
    for (const spec of builtInEvents) {
      const made = madeInTypeScript({ spec, answer: { verdict: "deny" } });
      expect([spec.name, made === "refused"]).toEqual([spec.name, spec.deny === "none"]);
    }
  });

  it("is the same in Python: accepted, refused and written", () => {
    const { project, write } = scratch();
    write("driver.py", driver);
    write(
      "cases.json",
      cases.map(({ spec, answer }) => [spec.name, answer]),
    );
    const { stdout, stderr } = spawnSync("python3", ["-W", "error", "driver.py"], {
      cwd: project,
      env: {
        PATH: process.env.PATH,
        PYTHONPATH: join(root, "packages/hookline/helpers"),
        PYTHONDONTWRITEBYTECODE: "1",
      },
      encoding: "utf8",
      maxBuffer: 64 * 1024 * 1024,
    });
    expect(stderr).toBe("");
    const made: readonly Made[] = JSON.parse(stdout);
    expect(made).toHaveLength(cases.length);
    cases.forEach((one, index) => {
      expect(made[index], JSON.stringify([one.spec.name, one.answer])).toEqual(madeInTypeScript(one));
    });
  });

  it("is the same in a shell: accepted, refused and written", () => {
    const { project, write } = scratch();
    const chosen = cases.filter(inShell);
    expect(chosen.length).toBeGreaterThan(builtInEvents.length * 10);
    const lines = chosen.map(({ spec, answer }, index) => {
      const words = shellWords(answer).map((word) => `'${word.replaceAll("'", "'\\''")}'`);
      return `( hookline_name_=${spec.name}; hookline_rules_ ${spec.name}; hookline_say ${words.join(" ")} ) 3>${index}.out 2>/dev/null; echo $?`;
    });
    // The signal of a fault would end this script, which holds them all.
    write(
      "driver.sh",
      `. '${helper("hookline.sh")}'\ntrap '' USR1\nhookline_payload_='{}'\n${lines.join("\n")}\n`,
    );
    const { stdout } = spawnSync("sh", ["driver.sh"], { cwd: project, encoding: "utf8" });
    const statuses = stdout.trim().split("\n");
    chosen.forEach((one, index) => {
      const text = readFileSync(join(project, `${index}.out`), "utf8");
      const made: Made = statuses[index] === "0" ? (text === "" ? null : JSON.parse(text)) : "refused";
      if (made === "refused") expect(text).toBe("");
      expect(made, JSON.stringify([one.spec.name, one.answer])).toEqual(madeInTypeScript(one));
    });
  });

  it.each([...helperFiles(builtInEvents, tools, (path) => readFileSync(join(root, path), "utf8"))])(
    "%s has the table that npm run gen writes",
    (path, text) => {
      expect(readFileSync(join(root, path), "utf8")).toBe(text);
    },
  );
});

const driver = `
import json, hookline
made = []
with open("cases.json", encoding="utf-8") as file:
    cases = json.load(file)
for event, answer in cases:
    try:
        hookline._check(event, answer)
        made.append(hookline._wire(event, answer))
    except hookline.HookError:
        made.append("refused")
print(json.dumps(made))
`;

/** A shell starts awk for every text: effects are tried where they are known, and on one event where they are not. */
function inShell({ spec, answer }: Case): boolean {
  const { effects } = answer;
  if (!isObject(effects)) return true;
  return (
    spec.name === "Setup" ||
    Object.keys(effects).every(
      (name) => name in rulesOf(spec).effects && name !== "suppressOutput" && name !== "terminalSequence",
    )
  );
}

function shellWords({ effects, ...keys }: JsonObject): readonly string[] {
  const asJson = ["updatedInput", "updatedOutput"];
  const words = Object.entries(keys).flatMap(([key, value]) => [
    key,
    asJson.includes(key) ? JSON.stringify(value) : String(value),
  ]);
  const more = Object.entries(isObject(effects) ? effects : {});
  return [...words, ...more.flatMap(([name, value]) => [`effects.${name}`, JSON.stringify(value)])];
}

type Heard = ReturnType<typeof interpret>;

function understood({ answer }: Case, outcome: Heard): JsonObject {
  const { verdict, halt, updatedInput, updatedOutput, updatedPrompt, context, effects, fault } = outcome;
  // Where no reason was given the engine names the hook.
  const reason = "reason" in answer ? outcome.reason : "";
  const messages = outcome.messages.map(({ text }) => text);
  const stops = halt && { reason: halt.reason };
  return {
    verdict,
    reason,
    halt: stops,
    updatedInput,
    updatedOutput,
    updatedPrompt,
    context,
    effects,
    messages,
    fault: fault?.detail ?? null,
  };
}

function said({ spec, answer }: Case): JsonObject {
  const { verdict = "pass", reason = "", halt, effects, message } = answer;
  const { suppressOutput: _, ...rest } = isObject(effects) ? effects : {};
  const actions: JsonObject = { allow: "accept", deny: "decline" };
  const acted =
    rulesOf(spec).place === "action" && typeof verdict === "string" ? actions[verdict] : undefined;
  const action = rest.action ?? acted;
  const byAction: JsonObject = { accept: "allow", decline: "deny", cancel: "deny" };
  return {
    verdict: action === undefined ? verdict : (byAction[String(action)] ?? null),
    reason: verdict === "pass" ? "" : reason,
    halt: halt === undefined ? null : { reason: halt },
    updatedInput: answer.updatedInput ?? null,
    updatedOutput: answer.updatedOutput ?? null,
    updatedPrompt: answer.updatedPrompt ?? null,
    context: answer.context ?? null,
    effects: action === undefined ? rest : { ...rest, action },
    messages: message === undefined ? [] : [message],
    fault: null,
  };
}
