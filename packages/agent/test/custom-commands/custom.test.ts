import { chmodSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { customCommands } from "../../src/commands/custom.ts";
import { expandTemplate } from "../../src/commands/custom-template.ts";
import { around } from "../instructions/around.ts";

describe("commands in Markdown files", () => {
  it("come from the project and the user, named by folder and file", () => {
    const place = around();
    place.write(
      ".claude/commands/review.md",
      "---\ndescription: Look at it\nargument-hint: [file]\n---\nReview $1.",
    );
    place.write(".hookline/commands/a/b.md", "# Do b\nfor $ARGUMENTS");
    place.write(join(place.home, ".claude/commands/mine.md"), "mine");
    place.write(join(place.home, ".config/hookline/commands/also.md"), "also");
    place.write(join(place.home, ".claude/commands/review.md"), "the user's, hidden by the project's");
    place.write(".claude/commands/notes.txt", "no command");
    const found = customCommands(place);
    expect(found.map(({ name, description, hint, source }) => [name, description, hint, source])).toEqual([
      ["a:b", "Do b", "", "projectSettings"],
      ["also", "also", "", "userSettings"],
      ["mine", "mine", "", "userSettings"],
      ["review", "Look at it", "[file]", "projectSettings"],
    ]);
    expect(found[0]?.expand("x y")).toBe("# Do b\nfor x y");
    expect(found[3]?.expand("a.ts")).toBe("Review a.ts.");
    expect(place.said).toEqual([]);
  });

  it("may have any hint, other fields, quotes and a BOM in front", () => {
    const place = around();
    place.write(
      ".claude/commands/a.md",
      '\uFEFF---\r\nallowed-tools: Bash(git add:*), Read\r\nargument-hint: [pr] [level]\r\ndescription: "One: two"\r\n---\r\nGo\r\n',
    );
    place.write(".claude/commands/b.md", "---\nargument-hint: '<x>'\n---\nGo\n---\nmore");
    place.write(".claude/commands/c.md", "---\n---\nEmpty head");
    const [a, b, c] = customCommands(place);
    expect([a?.description, a?.hint, a?.expand("")]).toEqual(["One: two", "[pr] [level]", "Go"]);
    expect([b?.description, b?.hint, b?.expand("")]).toEqual(["Go", "<x>", "Go\n---\nmore"]);
    expect(c?.expand("")).toBe("Empty head");
    expect(place.said).toEqual([]);
  });

  it("that are broken are said, and the others work", () => {
    const place = around();
    const at = (name: string) => join(place.project, ".claude/commands", name);
    place.write(at("open.md"), "---\ndescription: x\nno end");
    place.write(at("yaml.md"), "---\ndescription: [a\n---\nbody");
    place.write(at("list.md"), "---\n- a\n---\nbody");
    place.write(at("kind.md"), "---\ndescription: [a]\n---\nbody");
    place.write(at("empty.md"), "---\ndescription: x\n---\n");
    place.write(at("binary.md"), "a\0b");
    place.write(at("two words.md"), "body");
    place.write(at("large.md"), "x".repeat(300_000));
    place.write(at("good.md"), "good");
    place.write(".hookline/commands/good.md", "the one of .hookline");
    const found = customCommands(place);
    expect(found.map(({ name, expand }) => [name, expand("")])).toEqual([["good", "the one of .hookline"]]);
    const said = place.said.map((line) => line.replace("warn: The command ", "").replace(at("/"), ""));
    expect(said.map((line) => line.replace(/(YAML: ).*/, "$1…"))).toEqual([
      "binary.md is left out: it is not text",
      "empty.md is left out: it is empty",
      `good.md is left out: ${place.project}/.hookline/commands/good.md has the same name`,
      "kind.md is left out: the description in its front matter is not text",
      "large.md is left out: it is larger than 256 KiB",
      "list.md is left out: its front matter has no fields",
      "open.md is left out: its front matter has no end (`---`)",
      "two words.md is left out: a name has only letters, digits, `_`, `-` and `.`",
      "yaml.md is left out: its front matter is not YAML: …",
    ]);
    expect(place.said.join("")).not.toContain("\n");
  });

  it("may be links, but not to what is no Markdown, and circles end", () => {
    const place = around();
    place.write(join(place.home, "dotfiles/ok.md"), "linked");
    place.write(join(place.home, ".ssh/id_rsa"), "secret");
    place.write(".claude/commands/own.md", "own");
    const folder = join(place.project, ".claude/commands");
    symlinkSync(join(place.home, "dotfiles"), join(folder, "team"));
    symlinkSync(join(place.home, ".ssh/id_rsa"), join(folder, "key.md"));
    symlinkSync(folder, join(folder, "circle"));
    expect(customCommands(place).map(({ name }) => name)).toEqual(["own", "team:ok"]);
  });

  it.skipIf(process.getuid?.() === 0)("that nobody may read are said", () => {
    const place = around();
    chmodSync(place.write(".claude/commands/a.md", "x"), 0);
    expect(customCommands(place)).toEqual([]);
    expect(place.said[0]).toContain("it cannot be read (EACCES)");
  });
});

describe("the prompt of a command", () => {
  it("takes all arguments, single words, and words in quotes", () => {
    expect(expandTemplate("$ARGUMENTS|$1|$2|$9", ` one "two words" 'x y' `)).toBe(
      `one "two words" 'x y'|one|two words|`,
    );
  });

  it("leaves sums, other variables and what is escaped alone", () => {
    const body = "$100 $ARGUMENTSX $10 \\$1 ${1} $0 $HOME $1";
    expect(expandTemplate(body, "a")).toBe("$100 $ARGUMENTSX $10 $1 ${1} $0 $HOME a");
  });

  it("runs nothing and includes nothing: `!` and `@` are text", () => {
    expect(expandTemplate("!`echo hi`\n@README.md\n$1", "x")).toBe("!`echo hi`\n@README.md\nx");
  });

  it("ends with the arguments where the text has no place for them", () => {
    expect(expandTemplate("Do it.", "now")).toBe("Do it.\n\nARGUMENTS: now");
    expect(expandTemplate("Do it.", "  ")).toBe("Do it.");
  });

  it("holds what was typed letter by letter, and never looks into it again", () => {
    const typed = fc.string().filter((text) => text.trim() !== "");
    fc.assert(
      fc.property(typed, (args) => {
        expect(expandTemplate("<$ARGUMENTS>", args)).toBe(`<${args.trim()}>`);
      }),
    );
    expect(expandTemplate("$1 $ARGUMENTS", "$2 $& $ARGUMENTS")).toBe("$2 $2 $& $ARGUMENTS");
  });
});
