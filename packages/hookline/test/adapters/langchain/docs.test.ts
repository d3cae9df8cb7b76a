import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { builtInEvents } from "../../../src/index.ts";
import { scratch } from "../../engine/scratch.ts";
import { blocks, page, root, section } from "../../house/pages.ts";
import { firedEvents } from "./stage.ts";

const text = page("docs/langchain.md");

describe("docs/langchain.md", () => {
  it.each([
    ["createAgent", 0],
    ["createDeepAgent", 1],
  ])("has a program for %s that prints what it says", (_name, index) => {
    const program = blocks(text, "ts")[index] ?? "";
    const { home } = scratch();
    const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], {
      cwd: root,
      encoding: "utf8",
      env: { PATH: process.env.PATH, HOME: home },
    });
    expect(stderr).toBe("");
    expect(stdout).toBe(blocks(text, "text")[index]);
  });

  it("says of every event who fires it", () => {
    const [table = "", own = ""] = section("docs/langchain.md", "What is fired").split("All other events");
    const names = (part: string) => [...part.matchAll(/`([A-Z]\w+)`/g)].map(([, name]) => name ?? "");
    const fired = [...table.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name ?? "");
    expect(new Set(fired)).toEqual(new Set(firedEvents));
    expect([...fired, ...names(own)].toSorted()).toEqual(builtInEvents.map(({ name }) => name).toSorted());
  });
});
