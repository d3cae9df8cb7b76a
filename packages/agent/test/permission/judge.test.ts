import { join } from "node:path";
import fc from "fast-check";
import type { JsonObject, Verdict } from "hookline";
import { describe, expect, it } from "vitest";
import { judgedCall } from "../../src/permission/call.ts";
import { judge } from "../../src/permission/judge.ts";
import { createRuleBook } from "../../src/permission/rule-book.ts";
import { permissionModes } from "../../src/session/facts.ts";
import type { Behavior } from "../../src/settings/settings-file.ts";
import { rulesOf, scratchGrounds } from "./scratch-permission.ts";

type Rules = { readonly [behavior in Behavior]?: readonly string[] };

function levelOf(
  { grounds, project }: ReturnType<typeof scratchGrounds>,
  rules: Rules,
  [name, input]: readonly [string, JsonObject],
  verdict: Verdict = "pass",
) {
  const book = createRuleBook(rulesOf(project, rules), grounds);
  return judge(judgedCall({ name, input }, grounds), book, grounds, { verdict, reason: "the hook says so" });
}

/** A call that the default mode asks about, and one that it allows. */
const asks = ["command_execute", { command: "make it" }] as const;
const runs = ["read_file", { file_path: "a.txt" }] as const;

describe("the precedence", () => {
  // From the strongest to the weakest; each wins over all that follow.
  const voices = [
    { says: "deny", rules: { deny: ["Bash", "Read"] } },
    { says: "deny", verdict: "deny" },
    { says: "ask", rules: { ask: ["Bash", "Read"] } },
    { says: "ask", verdict: "ask" },
    { says: "allow", verdict: "allow" },
    { says: "allow", rules: { allow: ["Bash", "Read"] } },
  ] satisfies readonly { says: string; rules?: Rules; verdict?: Verdict }[];
  const pairs = voices.flatMap((one, at) => voices.slice(at).map((other) => ({ one, other, at })));

  it.each(pairs)("of $one and $other has the first", ({ one, other }) => {
    const both = { ...("rules" in other && other.rules), ...("rules" in one && one.rules) };
    const verdict = "verdict" in one ? one.verdict : "verdict" in other ? other.verdict : "pass";
    for (const call of [asks, runs]) {
      expect(levelOf(scratchGrounds(), both, call, verdict).level).toBe(one.says);
    }
  });

  it("ends with the mode", () => {
    expect(levelOf(scratchGrounds(), {}, asks)).toMatchObject({ level: "ask", by: "mode" });
    expect(levelOf(scratchGrounds(), {}, runs)).toMatchObject({ level: "allow", by: "mode" });
    expect(levelOf(scratchGrounds(), { allow: ["Bash"] }, asks)).toMatchObject({
      level: "allow",
      by: "rule",
      rule: "Bash",
    });
    expect(levelOf(scratchGrounds(), {}, asks, "allow")).toMatchObject({ level: "allow", by: "hook" });
  });

  it("has plan mode above all but a deny rule: it only takes away", () => {
    const plan = scratchGrounds("plan");
    expect(levelOf(plan, { allow: ["Bash"] }, asks, "allow")).toMatchObject({ level: "deny", by: "mode" });
    expect(levelOf(plan, { ask: ["Bash"] }, asks).reason).toContain("plan mode:");
    expect(levelOf(plan, { deny: ["Bash"] }, asks)).toMatchObject({ level: "deny", by: "rule" });
  });

  it("keeps deny rules, ask rules and hook asks when everything runs unasked", () => {
    const free = scratchGrounds("bypassPermissions");
    expect(levelOf(free, {}, asks).level).toBe("allow");
    expect(levelOf(free, { deny: ["Bash"] }, asks).level).toBe("deny");
    expect(levelOf(free, { ask: ["Bash"] }, asks).level).toBe("ask");
    expect(levelOf(free, {}, asks, "ask").level).toBe("ask");
  });

  it("names the rule and its source in the reason", () => {
    expect(levelOf(scratchGrounds(), { deny: ["Bash(make *)"] }, asks).reason).toBe(
      "the rule Bash(make *) (agent.json:1) denies it",
    );
  });
});

describe("more refusing rules", () => {
  const ranks = ["deny", "ask", "allow"];
  const rule = fc.constantFrom(
    ...[
      "Bash",
      "Bash(git *)",
      "Bash(npm test)",
      "Bash(ls:*)",
      "Bash(*)",
      "Read",
      "Read(.env)",
      "Read(src/**)",
      "Edit",
      "Edit(src/**)",
    ],
    ...[
      "Write(*.ts)",
      "Grep",
      "mcp__files",
      "mcp__files__read",
      "TodoWrite",
      "task",
      "Read(!x)",
      "oops(",
      "WebFetch(domain:a.org)",
      "",
    ],
  );
  const call = fc.constantFrom<readonly [string, JsonObject]>(
    ...[
      "git status",
      "ls",
      "cat .env",
      "cd src && ls",
      "npm test && git status",
      "git $X",
      "npm test; rm x",
      "cat src/a > b",
    ].map((command): readonly [string, JsonObject] => ["command_execute", { command }]),
    ["read_file", { file_path: ".env" }],
    ["read_file", { file_path: "/etc/passwd" }],
    ["write_file", { file_path: "src/a.ts", content: "" }],
    ["edit_file", { file_path: ".git/config" }],
    ["grep", { pattern: "x" }],
    ["grep", { pattern: "x", path: "src" }],
    ["todo", { todos: [] }],
    ["task", { subagent_type: "general-purpose" }],
    ["mcp__files__read", {}],
    ["unknown", {}],
  );

  it("never open anything", () => {
    const places = new Map(permissionModes.map((mode) => [mode, scratchGrounds(mode)]));
    const lists = fc.record({
      deny: fc.array(rule, { maxLength: 2 }),
      ask: fc.array(rule, { maxLength: 2 }),
      allow: fc.array(rule, { maxLength: 3 }),
    });
    fc.assert(
      fc.property(
        fc.constantFrom(...permissionModes),
        lists,
        fc.constantFrom<"deny" | "ask">("deny", "ask"),
        rule,
        call,
        fc.constantFrom<Verdict>("pass", "allow", "ask"),
        (mode, before, behavior, added, one, verdict) => {
          const place = places.get(mode);
          if (!place) throw new Error("no place");
          const less = levelOf(place, before, one, verdict).level;
          const more = levelOf(
            place,
            { ...before, [behavior]: [...before[behavior], added] },
            one,
            verdict,
          ).level;
          expect(ranks.indexOf(more)).toBeLessThanOrEqual(ranks.indexOf(less));
        },
      ),
      { numRuns: 600 },
    );
  });
});

describe("a rule that cannot be understood", () => {
  it("refuses for its tool, and opens nothing", () => {
    const place = scratchGrounds();
    expect(levelOf(place, { deny: ["Read(!x)"] }, runs).level).toBe("deny");
    expect(levelOf(place, { deny: ["Read(!x)"] }, asks).level).toBe("ask");
    expect(levelOf(place, { ask: ["oops("] }, runs).level).toBe("ask");
    expect(levelOf(place, { allow: ["Bash(a) or Bash(b)", "oops(", ""] }, asks).level).toBe("ask");
  });
});

it("allow rules may cover a line together, beside what is harmless", () => {
  const place = scratchGrounds();
  place.write("src/a.ts", "");
  const allow = ["Bash(npm test)", "Bash(make *)"];
  const line = (command: string) => levelOf(place, { allow }, ["command_execute", { command }]).level;
  expect(line("npm test && make all")).toBe("allow");
  expect(line("cd src && npm test")).toBe("allow");
  expect(line("cd .. && npm test")).toBe("ask");
  expect(line("npm test && make all && rm x")).toBe("ask");
  expect(line("npm test && make $X")).toBe("ask");
  expect(line("pwd && ls")).toBe("allow");
  expect(line("git status && ls")).toBe("ask");
  expect(join(place.project, "src")).toContain("src");
});
