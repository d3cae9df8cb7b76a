import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { native } from "../../src/dialects/native.ts";
import { interpret } from "../../src/pipeline/interpret.ts";
import { scratch } from "../engine/scratch.ts";
import { exampleEvent, exampleHook, exited } from "../pipeline/examples.ts";
import { blocks, copyInto, page, replay, root, section } from "./pages.ts";

describe("HOOKS.md", () => {
  // shows: W-109 W-166 F-005 F-089
  it("shows a hook file that loads without a complaint", async () => {
    const [hookFile = ""] = blocks(page("HOOKS.md"), "json");
    const { write, engine } = scratch();
    write(".hookline/hooks.json", hookFile);
    const running = await engine();
    expect(running.diagnostics).toEqual([]);
    expect(running.hooks).toHaveLength(2);
  });

  it("shows an answer that every field of is read", () => {
    const [answer = ""] = blocks(section("HOOKS.md", "What a hook says"), "json");
    const said = interpret(exampleEvent(), exampleHook(), native, exited(0, answer));
    expect(said).toMatchObject({
      verdict: "deny",
      reason: "told to the model",
      updatedInput: { command: "ls" },
      context: "told to the model as well",
      messages: [{ level: "info", text: "shown to the person" }],
      fault: null,
    });
  });

  // shows: W-109 W-150
  it("warns first, and leads to examples, good habits and help", () => {
    const [start = ""] = page("HOOKS.md").split("```");
    expect(start).toContain("with all your permissions");
    for (const name of ["security", "recipes", "troubleshooting"])
      expect(start).toContain(`(docs/${name}.md)`);
  });

  // shows: W-105 W-109
  it("names every field that an entry may have", async () => {
    const { hookFields, groupFields, fileFields, defaultsFields } = await import(
      "../../src/config/entries/entry-fields.ts"
    );
    const { allRunners } = await import("../../src/runners/all.ts");
    const text = page("HOOKS.md");
    const fields = [
      hookFields,
      groupFields,
      fileFields,
      defaultsFields,
      ...allRunners.map(({ fields }) => fields),
    ];
    const names = fields.flatMap((one) => Object.keys(one)).filter((name) => name !== "$schema");
    expect(names.filter((name) => !new RegExp(`[\`"]${name}\\b`).test(text))).toEqual([]);
  });
});

describe("docs/security.md", () => {
  const text = page("docs/security.md");

  // shows: W-091 W-013 W-148 W-095 W-096 W-097 W-098 C-066 C-067 G-050 G-096 F-082
  it("says what a hook may do, whose it is, and what to do before the first use", () => {
    for (const sentence of [
      /with all your permissions/,
      /There is no sandbox/,
      /filters no command/,
      /answers for it/,
      /lies in version control/,
      /Read the entry \*\*and\*\* every script/,
    ])
      expect(text).toMatch(sentence);
    expect(section("docs/security.md", "The risks").match(/^\| \S/gm)?.length).toBeGreaterThanOrEqual(7);
  });

  // shows: W-092 W-148
  it.each(["js", "py", "sh"])(
    "has a secure hook (%s) that blocks what is not in the project, and what it cannot judge",
    async (language) => {
      const place = scratch();
      const parts = section("docs/security.md", "A secure hook").split("### ");
      copyInto(place, parts.find((part) => blocks(part, language).length > 0) ?? "");
      place.write("src/a.ts", "");
      symlinkSync("/etc", join(place.project, "out"));
      const engine = await place.engine();
      expect(engine.hooks).toMatchObject([{ id: "inside", onFailure: "block" }]);
      const verdict = async (tool_input: object) =>
        (await engine.fire("PreToolUse", { tool_name: "Write", tool_input: { ...tool_input } })).verdict;
      const able = language !== "sh" || spawnSync("jq", ["--version"]).error === undefined;
      expect(await verdict({ file_path: "src/a.ts" })).toBe(able ? "pass" : "deny");
      expect(await verdict({ file_path: `${place.project}/src/new.ts` })).toBe(able ? "pass" : "deny");
      const outside = ["src/../../x", "/etc/passwd", "out/passwd", "no/such/x"];
      const refused = [...outside, "", "a\0b", ".env", ".git/config", 7];
      const verdicts = await Promise.all(refused.map((file_path) => verdict({ file_path })));
      expect(refused.filter((_given, index) => verdicts[index] !== "deny")).toEqual([]);
      expect(await verdict({})).toBe("deny");
    },
  );

  // shows: W-093 W-148 C-068
  it("warns of command injection with an example that is really injected, and one that is not", () => {
    const [wrong = "", right = ""] = blocks(section("docs/security.md", "Command injection"), "sh");
    for (const [script, injected] of [
      [wrong, true],
      [right, false],
    ] as const) {
      const { project, env, write } = scratch();
      write("bin/npx", "#!/bin/sh\n");
      write(
        "bin/jq",
        '#!/usr/bin/env node\nconsole.log(JSON.parse(require("fs").readFileSync(0)).tool_input.file_path)',
      );
      spawnSync("sh", ["-c", `chmod +x bin/*; PATH=$PWD/bin:$PATH; ${script}`], {
        cwd: project,
        env,
        input: JSON.stringify({ tool_input: { file_path: "a; touch pwned" } }),
      });
      expect(existsSync(join(project, "pwned"))).toBe(injected);
    }
  });

  // shows: W-094 W-109 C-070 C-071
  it("lists how to check what comes in, and what hooks are for", () => {
    const list = section("docs/security.md", "Check what comes in");
    expect(list.match(/^- /gm)?.length).toBeGreaterThanOrEqual(8);
    for (const words of [
      "Parse stdin as JSON",
      "`..`",
      "Quote every variable",
      "Prefer hooks that log and notify",
    ])
      expect(list).toContain(words);
  });
});

describe("docs/troubleshooting.md", () => {
  const text = page("docs/troubleshooting.md");

  // shows: W-107 W-150 W-102 W-108 F-088 G-054
  it("has transcripts that are what the commands print", () => {
    const place = scratch();
    copyInto(place, text);
    for (const transcript of blocks(text, "console")) {
      const { shown, expected } = replay(place, transcript);
      expect(shown).toBe(expected);
    }
  });

  // shows: W-107 W-150
  it("explains every fault that a command hook can end with, and every reason to be skipped", () => {
    const words = ["untrusted", "spawn", "crash", "timeout", "malformed"];
    const skips = ["matcher", "if", "when", "duplicate of", "disabled"];
    for (const word of [...words, ...skips]) expect(text).toMatch(new RegExp(`^\\| [^|]*${word}`, "m"));
  });

  // shows: W-149
  it("says how to make hooks quicker", () => {
    expect(section("docs/troubleshooting.md", "It is slow").match(/^- /gm)?.length).toBeGreaterThanOrEqual(4);
  });
});

describe("every document", () => {
  const documents = readdirSync(join(root, "docs"))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`);

  // Of the pages that are played, each part is a project of its own, with its files where the page says.
  const played = ["embedding", "guarantees", "internals", "migrating"].map((name) => `docs/${name}.md`);

  // shows: W-105 W-166
  it.each(["README.md", "HOOKS.md", ...documents.filter((file) => !played.includes(file))])(
    "%s shows no hook file that is complained about",
    async (file) => {
      for (const text of blocks(page(file), "json")) {
        if (!("hooks" in JSON.parse(text))) continue;
        const { write, engine } = scratch();
        write(".hookline/hooks.json", text);
        const running = await engine();
        expect(running.hooks.length).toBeGreaterThan(0);
        expect(running.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      }
    },
  );

  it("AGENTS.md has fewer than 60 lines", () => {
    expect(page("AGENTS.md").split("\n").length).toBeLessThan(60);
  });
});
