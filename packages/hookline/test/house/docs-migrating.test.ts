import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allDialects } from "../../src/dialects/all.ts";
import { native } from "../../src/dialects/native.ts";
import { importHookFile } from "../../src/index.ts";
import { scratch } from "../engine/scratch.ts";
import { page } from "./pages.ts";
import { scenesOf } from "./scenes.ts";

/** What each old file guards: a tool call that it refuses, and two that it lets through. */
const sudo = (tool_name: string) =>
  ["sudo ls", "ls", "echo sudo"].map((command) => ({ tool_name, tool_input: { command } }));
const env = ["app.env", "app.ts", "env"].map((file_path) => ({
  tool_name: "Write",
  tool_input: { file_path, content: "" },
}));

const pairs = [
  ["claude-code", "From Claude Code", sudo("Bash")],
  ["wingman", "From Wingman", sudo("command_execute")],
  ["gencode", "From GenCode", env],
  ["forge", "From Code-Forge", sudo("bash")],
  ["cli-agent", "From CLI-Agent", sudo("bash_execute")],
] as const;

describe("docs/migrating.md", () => {
  it("has a part for each dialect", () => {
    const headings = allDialects.filter((one) => one !== native).map(({ title }) => `## From ${title}\n`);
    expect(headings.filter((heading) => !page("docs/migrating.md").includes(heading))).toEqual([]);
  });

  // shows: W-151
  it.each(pairs)(
    "%s: the old file, the new one and what is imported decide alike",
    async (name, heading, events) => {
      const place = scratch();
      const scene = scenesOf("docs/migrating.md").find((one) => one.heading === heading);
      const files = (scene?.fences ?? []).flatMap(({ path, body }) =>
        path === null ? [] : [{ path, body }],
      );
      for (const { path, body } of files) place.write(path, body);
      const old = files.find(({ path }) => path.startsWith("before/."))?.path ?? "";
      const { file, hooks, diagnostics, notCarried } = await importHookFile({
        file: join(place.project, old),
        cwd: place.project,
        env: place.env,
      });
      expect([hooks, diagnostics]).toEqual([1, []]);
      place.write("imported/.hookline/hooks.json", file);
      for (const { path, body } of files.filter((one) => !/^(?:before|after)\/\./.test(one.path)))
        place.write(path.replace(/^before/, "imported"), body);
      const verdicts = async (folder: string, dialect: string) => {
        const engine = await place.engine({ cwd: join(place.project, folder), dialects: [dialect] });
        expect(engine.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
        const decisions = await Promise.all(events.map((event) => engine.fire("PreToolUse", event)));
        return decisions.map(({ verdict, reason }) => `${verdict} ${reason}`);
      };
      const before = await verdicts("before", name);
      expect(before).toEqual([expect.stringMatching(/^deny \w/), "pass ", "pass "]);
      expect(await verdicts("after", "native")).toEqual(before);
      // What the list of the import says to be switched off is not in force; all else decides as before.
      const off = notCarried.some(({ message }) => message.includes("switched off"));
      expect(await verdicts("imported", "native")).toEqual(off ? ["pass ", "pass ", "pass "] : before);
    },
  );
});
