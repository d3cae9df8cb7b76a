import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { native } from "../../src/dialects/native.ts";
import { interpret } from "../../src/pipeline/interpret.ts";
import { scratch } from "../engine/scratch.ts";
import { exampleEvent, exampleHook, exited } from "../pipeline/examples.ts";

const root = resolve(import.meta.dirname, "../../../..");
const bin = join(root, "packages/hookline/bin/hookline.js");

/** The fenced blocks of one language in a document, in order. */
function blocks(file: string, language: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, "gms"))].map(
    ([, body]) => body ?? "",
  );
}

describe("README.md", () => {
  it("has ten lines of code that run and say what they say", () => {
    const [code = ""] = blocks("README.md", "ts");
    expect(
      code
        .trim()
        .split("\n")
        .filter((line) => line !== "").length,
    ).toBeLessThanOrEqual(10);
    const { home } = scratch();
    const { stdout, stderr } = spawnSync(
      process.execPath,
      ["--input-type=module", "-e", `const writeFile = () => {};\n${code}`],
      {
        cwd: root,
        encoding: "utf8",
        env: { PATH: process.env.PATH, HOME: home },
      },
    );
    expect(stderr).toBe("");
    expect(stdout).toBe("false secrets stay out\n");
  });

  it("has a transcript that is what the commands print", () => {
    const [hookFile = ""] = blocks("README.md", "json");
    const [transcript = ""] = blocks("README.md", "console");
    const { project, env, write } = scratch();
    write(".hookline/hooks.json", hookFile);
    const commands = [...transcript.matchAll(/^\$ (.*)$/gm)].map(([, line]) => line ?? "");
    const script = [
      'hookline() { node "$HOOKLINE_BIN" "$@"; }',
      ...commands.flatMap((line) => [`cat <<'LINE'\n$ ${line}\nLINE`, line]),
    ].join("\n");
    const { stdout } = spawnSync("sh", ["-c", script], {
      cwd: project,
      encoding: "utf8",
      env: { ...env, HOOKLINE_BIN: bin },
    });
    const timeless = (text: string) => text.replace(/\d+ ms/g, "N ms");
    // `$?` is read after the heredoc's own cat, so the shell is asked apart.
    expect(timeless(stdout).replace("$ echo $?\n0", "$ echo $?\n2")).toBe(timeless(transcript));
    const denied = spawnSync(
      "node",
      [bin, "fire", "PreToolUse", "--tool", "Bash", "--input", '{"command":"rm -rf /"}'],
      { cwd: project, env },
    );
    expect(denied.status).toBe(2);
  });
});

describe("HOOKS.md", () => {
  it("shows a hook file that loads without a complaint", async () => {
    const [hookFile = ""] = blocks("HOOKS.md", "json");
    const { write, engine } = scratch();
    write(".hookline/hooks.json", hookFile);
    const running = await engine();
    expect(running.diagnostics).toEqual([]);
    expect(running.hooks).toHaveLength(2);
  });

  it("shows an answer that every field of is read", () => {
    const [, answer = ""] = blocks("HOOKS.md", "json");
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

  it("names every field that an entry may have", async () => {
    const { hookFields, groupFields, fileFields, defaultsFields } = await import(
      "../../src/config/entries/entry-fields.ts"
    );
    const { allRunners } = await import("../../src/runners/all.ts");
    const text = readFileSync(join(root, "HOOKS.md"), "utf8");
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

describe("every document", () => {
  it.each(["README.md", "HOOKS.md", "AGENTS.md", "docs/events.md"])(
    "%s links to files that exist",
    (file) => {
      const text = readFileSync(join(root, file), "utf8");
      const links = [...text.matchAll(/\]\((?!https?:)([^)#]+)/g)].map(([, path]) => path ?? "");
      expect(links.filter((path) => !existsSync(join(root, dirname(file), path)))).toEqual([]);
    },
  );

  it("AGENTS.md has fewer than 60 lines", () => {
    expect(readFileSync(join(root, "AGENTS.md"), "utf8").split("\n").length).toBeLessThan(60);
  });
});
