import { describe, expect, it } from "vitest";
import { compilePolicy } from "../../../src/policy/compile-policy.ts";
import { commandFields } from "../../../src/policy/expression/command-value.ts";
import { pathFields } from "../../../src/policy/expression/path-value.ts";
import {
  factsFields,
  hostFields,
  shellFields,
  textFields,
} from "../../../src/policy/expression/small-values.ts";
import { allPacks } from "../../../src/policy/packs/all.ts";
import { judgeTools } from "../../../src/runners/judge-tools.ts";
import { scratch } from "../../engine/scratch.ts";
import { blocks, copyInto, page, replay } from "../../house/pages.ts";

const text = page("docs/policy.md");

describe("docs/policy.md", () => {
  it("shows a hook file that loads without a complaint", async () => {
    const place = scratch();
    copyInto(place, text);
    const engine = await place.engine();
    expect(engine.diagnostics).toEqual([]);
    expect(engine.hooks.map(({ id }) => id)).toEqual(["guard", "hide-keys"]);
  });

  it.each(blocks(text, "console").map((transcript, at) => [at + 1, transcript] as const))(
    "has a transcript that is what the commands print: %i",
    (_number, transcript) => {
      const place = scratch();
      copyInto(place, text);
      const { shown, expected } = replay(place, transcript);
      expect(shown).toBe(expected);
    },
  );

  it("shows a policy with an exception that compiles without a word", () => {
    const [, policy = ""] = blocks(text, "json");
    const makers = { tools: judgeTools, packs: allPacks, today: "2026-11-15" };
    expect(compilePolicy(JSON.parse(policy), makers).problems).toEqual([]);
  });

  it("names every pack and every setting, and nothing that is not there", () => {
    const rows = [...text.matchAll(/^\| `(\w+)` +\| (?:`(\w+)`)?/gm)].map(([, name, pack]) => [name, pack]);
    for (const { name, settings = {} } of allPacks) {
      expect(rows.filter(([row, pack]) => row === name && pack === undefined)).toHaveLength(1);
      for (const setting of Object.keys(settings)) expect(rows).toContainEqual([setting, name]);
    }
    const known = allPacks.flatMap(({ settings = {} }) => Object.keys(settings));
    expect(
      rows
        .filter(([, pack]) => allPacks.some(({ name }) => name === pack))
        .map(([row]) => row)
        .sort(),
    ).toEqual(known.sort());
  });

  it("names every field that rules see", () => {
    const fields = [commandFields, pathFields, hostFields, textFields, shellFields, factsFields];
    const names = fields.flatMap((one) => Object.keys(one));
    expect(names.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
  });
});
