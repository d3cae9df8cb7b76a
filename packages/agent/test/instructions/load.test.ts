import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadInstructions } from "../../src/instructions/load.ts";
import { limits } from "../../src/instructions/read.ts";
import { type Around, around, command, recorder } from "./around.ts";

const load = (place: Around, record = recorder()) => loadInstructions({ ...place, tell: record.tell });
const paths = (files: readonly { readonly path: string }[], { project, home }: Around) =>
  files.map(({ path }) => path.replace(project, ".").replace(home, "~"));

describe("instructions at the start of a session", () => {
  it("come from the user, then from the repository down to the project, AGENTS.md before CLAUDE.md", async () => {
    const place = around();
    const { project, home, write } = place;
    write(join(home, ".config/hookline/AGENTS.md"), "u1");
    write(join(home, ".claude/CLAUDE.md"), "u2");
    write(join(home, "work/.git/HEAD"), "");
    write(join(home, "work/AGENTS.md"), "r1");
    write(join(home, "work/CLAUDE.md"), "r2");
    write(join(home, "CLAUDE.md"), "above the repository");
    write("AGENTS.md", "p1");
    write("CLAUDE.md", "p2");
    write("CLAUDE.local.md", "l");
    const record = recorder();
    const { text, files } = await load(place, record);
    expect(paths(files, place)).toEqual([
      "~/.config/hookline/AGENTS.md",
      "~/.claude/CLAUDE.md",
      "~/work/AGENTS.md",
      "~/work/CLAUDE.md",
      "./AGENTS.md",
      "./CLAUDE.md",
      "./CLAUDE.local.md",
    ]);
    expect(record.told.map(({ event }) => event)).toEqual(Array(7).fill("InstructionsLoaded"));
    expect(record.payloads().map(({ memory_type }) => memory_type)).toEqual([
      ...["User", "User", "Project", "Project", "Project", "Project", "Local"],
    ]);
    expect(text).not.toContain("above");
    expect(text.indexOf("u1")).toBeLessThan(text.indexOf("p2"));
    expect(text).toContain(
      `Contents of ${project}/CLAUDE.local.md (the user's own instructions for this project):\n\nl`,
    );
    expect(place.said).toEqual([]);
  });

  it("have a payload with the fields of Claude Code's own", async () => {
    const place = around();
    place.write("CLAUDE.md", "hello");
    const record = recorder();
    await load(place, record);
    expect(record.payloads()).toEqual([
      { file_path: join(place.project, "CLAUDE.md"), memory_type: "Project", load_reason: "session_start" },
    ]);
  });

  it("count once when CLAUDE.md is a link to AGENTS.md, or includes it", async () => {
    const place = around();
    place.write("AGENTS.md", "the one");
    symlinkSync("AGENTS.md", join(place.project, "CLAUDE.md"));
    place.write("CLAUDE.local.md", "@AGENTS.md\n");
    const { text, files } = await load(place);
    expect(paths(files, place)).toEqual(["./AGENTS.md", "./CLAUDE.local.md"]);
    expect(text.split("the one")).toHaveLength(2);
  });

  it("follow XDG_CONFIG_HOME, and stay empty where nothing is", async () => {
    const place = around();
    place.write(join(place.home, "elsewhere/hookline/AGENTS.md"), "moved");
    const env = { ...place.env, XDG_CONFIG_HOME: join(place.home, "elsewhere") };
    const moved = await loadInstructions({ ...place, env, tell: recorder().tell });
    expect(moved.text).toContain("moved");
    expect((await load(place)).text).toBe("");
  });

  it("reach a real hook with the session's fields", async () => {
    const place = around();
    place.write("AGENTS.md", "hello");
    const { tell } = await place.engine({
      InstructionsLoaded: [
        command("cat > seen.json", "session_start"),
        command("echo no > other", "include"),
      ],
    });
    await loadInstructions({ ...place, tell });
    const seen = JSON.parse(readFileSync(join(place.project, "seen.json"), "utf8"));
    expect(seen).toEqual({
      session_id: place.facts.id,
      transcript_path: place.facts.transcriptPath,
      cwd: place.project,
      hook_event_name: "InstructionsLoaded",
      file_path: join(place.project, "AGENTS.md"),
      memory_type: "Project",
      load_reason: "session_start",
    });
    expect(() => readFileSync(join(place.project, "other"))).toThrow();
  });
});

describe("instructions that cannot be taken as they are", () => {
  it("are cut when they are too long, each and together, and it is said", async () => {
    const place = around();
    place.repository();
    place.write("AGENTS.md", "x".repeat(limits.file + 1));
    const { text, files } = await load(place);
    expect(files[0]).toMatchObject({ cut: true });
    expect(files[0]?.text).toHaveLength(limits.file);
    expect(text).toContain("[The rest of this file is left out");
    expect(place.said).toEqual([
      `warn: ${place.project}/AGENTS.md: only its first ${limits.file} characters are used; shorten it or split it`,
    ]);
    for (const name of ["a", "b", "c", "d"]) place.write(`${name}.md`, "y".repeat(limits.file));
    place.write("AGENTS.md", "@a.md\n@b.md\n@c.md\n@d.md\n");
    place.write("CLAUDE.md", "no room");
    const many = await load(place);
    const length = many.files.reduce((sum, file) => sum + file.text.length, 0);
    expect(length).toBe(limits.all);
    expect(place.said.at(-1)).toContain("CLAUDE.md is left out: the instructions are longer than");
  });

  it("are left out when they are no text, no file, or a link out of the project", async () => {
    const place = around();
    place.write(join(place.home, ".ssh/id_rsa"), "secret");
    place.write(join(place.root, "outside/rules.md"), "outside");
    place.write("AGENTS.md", "a\0b");
    symlinkSync(join(place.home, ".ssh/id_rsa"), join(place.project, "CLAUDE.md"));
    symlinkSync(join(place.root, "outside/rules.md"), join(place.project, "CLAUDE.local.md"));
    mkdirSync(join(place.project, ".claude/CLAUDE.md"), { recursive: true });
    const { text, files } = await load(place);
    expect([text, files]).toEqual(["", []]);
    expect(place.said.map((line) => line.replace(`${place.project}/`, ""))).toEqual([
      "warn: AGENTS.md is left out: it is not text",
      "warn: CLAUDE.md is left out: it lies outside the project",
      "warn: CLAUDE.local.md is left out: it lies outside the project",
    ]);
  });
});

describe("instructions of subfolders", () => {
  it("are loaded once, when a tool uses a file there, from the top down", async () => {
    const place = around();
    const { project, write } = place;
    write("AGENTS.md", "top");
    write("src/AGENTS.md", "in src @extra.md");
    write("src/extra.md", "extra");
    write("src/deep/CLAUDE.md", "in deep");
    write("src/node_modules/x/AGENTS.md", "foreign");
    const record = recorder();
    const instructions = await load(place, record);
    const [first, second] = await Promise.all([
      instructions.nested("src/deep/a.ts"),
      instructions.nested(join(project, "src/deep/b.ts")),
    ]);
    expect(first.indexOf("in src")).toBeLessThan(first.indexOf("in deep"));
    expect(second).toBe("");
    expect(await instructions.nested("src/c.ts")).toBe("");
    expect(await instructions.nested("README.md")).toBe("");
    expect(await instructions.nested("../other/a.ts")).toBe("");
    expect(await instructions.nested("src/node_modules/x/index.js")).toBe("");
    const trigger = join(project, "src/deep/a.ts");
    expect(record.payloads().slice(1)).toEqual([
      {
        file_path: join(project, "src/AGENTS.md"),
        memory_type: "Project",
        load_reason: "nested_traversal",
        trigger_file_path: trigger,
      },
      {
        file_path: join(project, "src/extra.md"),
        memory_type: "Project",
        load_reason: "include",
        trigger_file_path: trigger,
        parent_file_path: join(project, "src/AGENTS.md"),
      },
      {
        file_path: join(project, "src/deep/CLAUDE.md"),
        memory_type: "Project",
        load_reason: "nested_traversal",
        trigger_file_path: trigger,
      },
    ]);
  });

  it("are found where the tool's path is written with another link, and from the session's folder", async () => {
    const place = around();
    place.write("src/AGENTS.md", "in src");
    symlinkSync(place.project, join(place.root, "link"));
    const instructions = await load(place);
    expect(await instructions.nested(join(place.root, "link/src/a.ts"))).toContain("in src");
    const again = await load(place);
    place.facts.cwd = join(place.project, "src");
    expect(await again.nested("a.ts")).toContain("in src");
  });

  it("are new again after a compaction, which fires for everything else once more", async () => {
    const place = around();
    place.write("AGENTS.md", "old @more.md");
    place.write("more.md", "more");
    place.write("src/AGENTS.md", "in src");
    const record = recorder();
    const instructions = await load(place, record);
    await instructions.nested("src/a.ts");
    place.write("AGENTS.md", "new @more.md");
    await instructions.reload("compact");
    expect(instructions.text).toContain("new");
    expect(record.payloads().slice(3)).toEqual([
      { file_path: join(place.project, "AGENTS.md"), memory_type: "Project", load_reason: "compact" },
      {
        file_path: join(place.project, "more.md"),
        memory_type: "Project",
        load_reason: "compact",
        parent_file_path: join(place.project, "AGENTS.md"),
      },
    ]);
    expect(await instructions.nested("src/a.ts")).toContain("in src");
  });
});
