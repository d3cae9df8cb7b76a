import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import * as publicNames from "../../src/index.ts";

const source = resolve(import.meta.dirname, "../../src");

/** Files of a room that define something which its register must name. */
function definers(room: string, define: string): string[] {
  const folder = join(source, room);
  const files = readdirSync(folder).filter((file) => file.endsWith(".ts"));
  return files.filter((file) => readFileSync(join(folder, file), "utf8").includes(`= ${define}(`));
}

describe("the registers", () => {
  // shows: G-097
  it.each([
    ["events", "defineEvent", "events/all.ts"],
    ["runners", "defineRunner", "runners/all.ts"],
    ["dialects", "defineDialect", "dialects/all.ts"],
    ["cli/verbs", "defineVerb", "cli/verbs/all.ts"],
    ["audit/destinations", "defineDestination", "audit/destinations/all.ts"],
    ["cli/doctor", "defineCheck", "cli/doctor/all.ts"],
    ["cli/recipes", "defineRecipe", "cli/recipes/all.ts"],
    ["cli/audit", "defineVerb", "cli/verbs/audit.ts"],
    ["cli/policy", "defineVerb", "cli/verbs/policy.ts"],
    ["cli/record", "defineVerb", "cli/verbs/record.ts"],
    ["cli/trust", "defineVerb", "cli/verbs/trust.ts"],
    ["policy/packs", "definePack", "policy/packs/all.ts"],
  ])("every file of %s that calls %s is in %s", (room, define, register) => {
    const text = readFileSync(join(source, register), "utf8");
    const found = definers(room, define);
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((file) => !text.includes(`/${file}"`))).toEqual([]);
  });
});

describe("the public names", () => {
  it("are these, and a change to them is a change of the contract", () => {
    expect(Object.keys(publicNames).sort()).toEqual([
      "HooklineError",
      "allDialects",
      "allRunners",
      "builtInEvents",
      "builtInTools",
      "compileRule",
      "createEngine",
      "createPolicyCheck",
      "createReplay",
      "createStock",
      "defineDialect",
      "defineEvent",
      "defineRunner",
      "defineTool",
      "editHookFile",
      "faultKinds",
      "hookPrograms",
      "importHookFile",
      "isVerdict",
      "mcpClients",
      "native",
      "pauseText",
      "readJsonDocument",
      "readRecords",
      "stronger",
      "suggest",
      "toolKinds",
      "validateHookFiles",
      "verdicts",
    ]);
  });
});
