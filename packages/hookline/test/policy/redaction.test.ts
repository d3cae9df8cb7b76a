import { describe, expect, it } from "vitest";
import type { Event } from "../../src/contract/event.ts";
import type { Json, JsonObject } from "../../src/contract/json.ts";
import { allPacks, compilePolicy, judgePolicy, makeModel } from "../../src/policy/index.ts";
import { judgeTools } from "../../src/runners/judge-tools.ts";
import { eventOf, factsOf } from "./judged.ts";

const token = `ghp_${"a1B2".repeat(9)}`;
const facts = factsOf();
const { policy } = compilePolicy(
  { packs: ["secrets"] },
  { tools: judgeTools, packs: allPacks, today: facts.today },
);
const judged = (event: Event) => judgePolicy(policy, makeModel(event, facts), facts);
const given = (tool: string, input: JsonObject) =>
  judged(eventOf("PreToolUse", { tool_name: tool, tool_input: input })).redaction?.updatedInput ?? null;
const gave = (response: Json, tool = "Bash") =>
  judged(eventOf("PostToolUse", { tool_name: tool, tool_input: {}, tool_response: response })).redaction
    ?.updatedOutput ?? null;

describe("what is taken out", () => {
  it("is a key whatever colours stand in it", () => {
    expect(gave(`a \u001b[01;31m\u001b[Kghp_\u001b[m\u001b[K${token.slice(4)} b`)).toBe("a [redacted] b");
    expect(gave(`\u001b[31mred\u001b[0m`)).toBeNull();
    const mixed = { stdout: `\u001b[31mred\u001b[0m`, stderr: token };
    expect(gave(mixed)).toEqual({ ...mixed, stderr: "[redacted]" });
  });

  it("is a key that is a name", () => {
    expect(given("mcp__a__b", { [token]: "x", [`b ${token}`]: "y", c: { [token]: 1 } })).toEqual({
      "[redacted]": "x",
      "b [redacted]": "y",
      c: { "[redacted]": 1 },
    });
    const two = given("mcp__a__b", { [token]: "x", [`${token}z`]: "y" });
    expect(Object.values(two ?? {})).toEqual(["x", "y"]);
    expect(JSON.stringify(two)).not.toContain("ghp_");
  });

  it.each([90, 99, 100, 101, 120, 500])("is a key %i levels deep", (levels) => {
    let deep: Json = token;
    let plain: Json = "x";
    for (let level = 0; level < levels; level++) {
      deep = { a: deep };
      plain = { a: plain };
    }
    const hidden = JSON.stringify(given("mcp__a__b", { deep, plain, b: 1 }));
    expect(hidden).toContain("[redacted]");
    expect(hidden).not.toContain("ghp_");
    expect(hidden).toContain('"x"');
    expect(gave({ plain })).toBeNull();
  });

  it("is a private key and nothing behind it", () => {
    for (const kind of ["RSA PRIVATE KEY", "PRIVATE KEY", "PGP PRIVATE KEY BLOCK"]) {
      const key = `-----BEGIN ${kind}-----\nMIIEabc\n-----END ${kind}-----`;
      expect(gave(`x\n${key}\ny\n${key}\nz`)).toBe("x\n[redacted]\ny\n[redacted]\nz");
      expect(gave(`x\n${key.slice(0, -20)}`)).toBe("x\n[redacted]");
    }
  });

  it("is what the environment of a shell says, by its names", () => {
    const key = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
    const kept = "PATH=/bin\nMAX_TOKENS=4096\nTOKEN=\nX_TOKEN=$Y\nSSH_KEY=/home/a/id\nAPI_KEY=12345678";
    const printed = `DB_PASSWORD=hunter2\n${kept}\nAWS_SECRET_ACCESS_KEY=${key}\ndeclare -x X_TOKEN="/${key}"\n`;
    const shown = `DB_PASSWORD=[redacted]\n${kept}\nAWS_SECRET_ACCESS_KEY=[redacted]\ndeclare -x X_TOKEN="[redacted]"\n`;
    expect(gave(printed)).toBe(shown);
    expect(gave({ stdout: printed, stderr: kept })).toEqual({ stdout: shown, stderr: kept });
    expect(gave(`\u001b[31mDB_PASSWORD\u001b[0m=hunter2`)).toBe("DB_PASSWORD=[redacted]");
    expect(gave(kept)).toBeNull();
    expect(gave(shown)).toBeNull();
    expect(gave("a\nX_TOKEN=\u001b[0m\u001b[0m\nb")).toBeNull();
    expect(gave(printed, "Read")).toBeNull();
    expect(gave(`${"x".repeat(2_000_000)}\nDB_PASSWORD=${"A".repeat(1_000_000)}`)).toMatch(
      /x\nDB_PASSWORD=.redacted.$/,
    );
    expect(gave(`const DB_PASSWORD=readPassword();`)).toBeNull();
  });

  it("is not what an edit takes out of a file", () => {
    const input = { file_path: "a", old_string: token, new_string: "process.env.T" };
    expect(given("Edit", input)).toBeNull();
    const edits = [{ old_string: token, new_string: token }];
    expect(given("MultiEdit", { file_path: "a", edits })).toEqual({
      file_path: "a",
      edits: [{ old_string: token, new_string: "[redacted]" }],
    });
    expect(given("mcp__a__b", { old_string: token })).toEqual({ old_string: "[redacted]" });
  });
});
