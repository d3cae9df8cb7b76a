import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runAgent } from "../run-agent.ts";
import { type Governed, governed, resultsOf, shell } from "./governed.ts";

/** Looks like a token, and is in no file of the project as such. */
const token = ["ghp", "aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789"].join("_");

/** The files below a folder that hold the token. */
function holding(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => readFileSync(path, "utf8").includes(token));
}

function withToken(): Governed {
  const place = governed();
  place.write("notes.txt", `first line\ntoken ${token} of the build\nlast line\n`);
  return place;
}

describe("a token in what a tool gives back", () => {
  it.each([
    ["a file", { name: "read_file", input: { file_path: "notes.txt" } }],
    ["a command", shell("cat notes.txt")],
    ["a search", { name: "grep", input: { pattern: "token", output_mode: "content" } }],
  ])(
    "is taken out of %s before the model, the person or the trail has it",
    async (_name, call) => {
      const place = withToken();
      const { status, stdout } = await runAgent(place, place.play([{ tools: [call] }, { text: "done" }]));
      expect(status).toBe(0);
      const [result] = resultsOf({ stdout });
      expect(result).toMatchObject({
        failed: false,
        text: expect.stringContaining("[redacted] of the build"),
      });
      expect(stdout).not.toContain(token);
      expect(holding(place.state)).toEqual([]);
      const records = await place.records("--event", "PostToolUse");
      const decision = records.find(({ kind }) => kind === "decision");
      expect(decision?.hooks[0]?.rules).toEqual(["secrets/redact-output"]);
      expect((await place.hookline("audit", "verify")).status).toBe(0);
    },
    40_000,
  );

  it("is taken out of the words of a command that failed, too", async () => {
    const place = withToken();
    const failing = shell("cat notes.txt; exit 4");
    const { stdout } = await runAgent(place, place.play([{ tools: [failing] }, { text: "done" }]));
    const [result] = resultsOf({ stdout });
    expect(result?.failed).toBe(true);
    expect(result?.text).toContain("first line");
    expect(stdout).not.toContain(token);
    expect(holding(place.state)).toEqual([]);
  }, 40_000);
});

describe("a token in what a tool is given", () => {
  it("is taken out of a file that the model writes, and asked about in a command", async () => {
    const place = governed();
    const write = { name: "write_file", input: { file_path: "conf.txt", content: `key=${token}\n` } };
    const turns = [{ tools: [write] }, { tools: [shell(`echo ${token}`)] }, { text: "done" }];
    const [written, asked] = resultsOf(await runAgent(place, place.play(turns)));
    expect(written?.failed).toBe(false);
    expect(readFileSync(join(place.project, "conf.txt"), "utf8")).toBe("key=[redacted]\n");
    expect(asked).toMatchObject({
      failed: true,
      text: expect.stringContaining("(rule secrets/key-in-command)"),
    });
    expect(holding(join(place.state, "audit"))).toEqual([]);
  }, 40_000);
});
