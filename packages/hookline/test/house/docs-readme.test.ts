import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { scratch } from "../engine/scratch.ts";
import { blocks, copyInto, page, replay, root, section, steady } from "./pages.ts";

describe("README.md", () => {
  it("has ten lines of code that run and say what they say", () => {
    const [code = ""] = blocks(page("README.md"), "ts");
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

  // shows: W-028 W-140
  it("has a transcript that is what the commands print", () => {
    const place = scratch();
    copyInto(place, page("README.md"));
    const [transcript = ""] = blocks(page("README.md"), "console");
    const { shown, expected } = replay(place, transcript);
    expect(shown).toBe(expected);
  });

  it("has a transcript of another agent's file that is what the commands print", () => {
    const place = scratch();
    const [, transcript = ""] = blocks(page("README.md"), "console");
    const [, path = "", body = ""] = /^\$ cat (\S+)\n(.*)\n/.exec(transcript) ?? [];
    place.write(path, `${body}\n`);
    const { shown, expected } = replay(place, transcript);
    expect(shown).toBe(expected);
  });

  it("has a transcript of the toolbox that is what the commands print", () => {
    const place = scratch();
    const [transcript = ""] = blocks(section("README.md", "The toolbox"), "console");
    const { shown, expected } = replay(place, transcript);
    expect(shown).toBe(expected);
  });

  // shows: W-032
  it("has transcripts of rules that hold, and of a trail in which a change is seen", () => {
    const place = scratch();
    const [policy = ""] = blocks(section("README.md", "Rules that hold"), "json");
    place.write(".hookline/hooks.json", policy);
    for (const heading of ["Rules that hold", "A trail that can be shown"]) {
      const [transcript = ""] = blocks(section("README.md", heading), "console");
      const { shown, expected } = replay(place, transcript);
      expect(steady(shown)).toBe(steady(expected));
    }
  });
});
