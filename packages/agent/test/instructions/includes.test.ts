import { symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { includesOf } from "../../src/instructions/includes.ts";
import { loadInstructions } from "../../src/instructions/load.ts";
import { around, recorder } from "./around.ts";

describe("@path", () => {
  it("is a file beside the one it stands in, an absolute path or one of home, outside code", () => {
    const text = [
      "@a.md",
      "- @sub/b.md",
      "See @c.md, (@d.md) and me@example.com.",
      "`@code.md` and ``@more`code.md``",
      "```",
      "@fenced.md",
      "```",
      "@~/home.md",
      "@/abs.md",
    ].join("\n");
    expect(includesOf(text, "/p/CLAUDE.md", "/h")).toEqual([
      { path: "/p/a.md", alone: true },
      { path: "/p/sub/b.md", alone: true },
      { path: "/p/c.md", alone: false },
      { path: "/p/d.md", alone: false },
      { path: "/h/home.md", alone: true },
      { path: "/abs.md", alone: true },
    ]);
  });

  it("never throws and gives absolute paths, whatever is written", () => {
    const texts = fc.array(
      fc.constantFrom("@", "a.md", "`", "```", "\n", " ", "~/", "..", "/", "\0", "(", "é"),
    );
    fc.assert(
      fc.property(texts, (parts) => {
        for (const { path } of includesOf(parts.join(""), "/p/f.md", "/h"))
          expect(path.startsWith("/")).toBe(true);
      }),
    );
  });

  it("brings a file in with its reason and its parent; circles end, five deep is the limit", async () => {
    const place = around();
    place.write("CLAUDE.md", "@1.md");
    for (let depth = 1; depth <= 6; depth++)
      place.write(`${depth}.md`, `level ${depth}\n@${depth + 1}.md\n@CLAUDE.md`);
    const record = recorder();
    const { text } = await loadInstructions({ ...place, tell: record.tell });
    expect(record.payloads().map(({ load_reason }) => load_reason)).toEqual([
      "session_start",
      ...Array(5).fill("include"),
    ]);
    expect(record.payloads()[2]).toEqual({
      file_path: join(place.project, "2.md"),
      memory_type: "Project",
      load_reason: "include",
      parent_file_path: join(place.project, "1.md"),
    });
    expect(text).toContain("level 5");
    expect(text).not.toContain("level 6");
    expect(place.said).toEqual([
      `warn: ${join(place.project, "6.md")} is left out: files include each other more than 5 deep`,
    ]);
  });

  it("never leads out of the repository, and to instructions only outside the project's own folder", async () => {
    const place = around();
    const above = join(place.home, "work");
    place.write(join(above, ".git/HEAD"), "");
    place.write(join(above, ".env"), "secret of the repository");
    place.write(join(above, "rules.md"), "rules above");
    place.write(join(above, "more.txt"), "more above");
    place.write("settings.toml", "of the project");
    place.write(join(place.home, ".claude/mine.md"), "mine\n");
    place.write(join(place.home, ".ssh/id_rsa"), "secret");
    place.write(join(place.root, "else.md"), "elsewhere");
    symlinkSync(join(place.home, ".ssh/id_rsa"), join(place.project, "key.md"));
    const outside = ["~/.claude/mine.md", "~/.ssh/id_rsa", "key.md", `${place.root}/else.md`];
    const inside = ["../rules.md", "../more.txt", "settings.toml", "../.env"];
    place.write(
      "CLAUDE.md",
      [...inside, ...outside, "missing.md\nor @nobody"].map((path) => `@${path}`).join("\n"),
    );
    const { text } = await loadInstructions({ ...place, tell: recorder().tell });
    for (const wanted of ["rules above", "more above", "of the project"])
      expect(text).toContain(`\n\n${wanted}`);
    expect(text).not.toContain("secret");
    expect(text).not.toMatch(/^(mine|elsewhere)$/m);
    const by = `(included by ${place.project}/CLAUDE.md)`;
    expect(place.said).toEqual([
      `warn: ${above}/.env ${by} is left out: it lies outside the project's folder and is not Markdown or plain text`,
      `warn: ${place.home}/.claude/mine.md ${by} is left out: it lies outside the project`,
      `warn: ${place.home}/.ssh/id_rsa ${by} is left out: it lies outside the project`,
      `warn: ${place.project}/key.md ${by} is left out: it lies outside the project`,
      `warn: ${place.root}/else.md ${by} is left out: it lies outside the project`,
      `warn: ${place.project}/CLAUDE.md includes ${place.project}/missing.md, and there is no such file`,
    ]);
  });

  it("does not take a home folder that is a repository for the project's, unless it is the project", async () => {
    const place = around();
    place.write(join(place.home, ".git/HEAD"), "");
    place.write(join(place.root, ".git/HEAD"), "");
    place.write(join(place.home, "AGENTS.md"), "of home");
    place.write(join(place.home, "notes.md"), "private notes");
    place.write("AGENTS.md", "@~/notes.md");
    const { text } = await loadInstructions({ ...place, tell: recorder().tell });
    expect(text).not.toMatch(/of home|private notes/);
    const facts = { ...place.facts, projectDir: place.home, cwd: place.home };
    expect((await loadInstructions({ ...place, facts, tell: recorder().tell })).text).toContain("of home");
  });

  it("may lead anywhere in home from the user's own file", async () => {
    const place = around();
    place.write(join(place.home, "notes.txt"), "my notes");
    place.write(join(place.home, ".claude/CLAUDE.md"), "@~/notes.txt");
    const { text } = await loadInstructions({ ...place, tell: recorder().tell });
    expect(text).toContain("my notes");
    expect(place.said).toEqual([]);
  });
});
