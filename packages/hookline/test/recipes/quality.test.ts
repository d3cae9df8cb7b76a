import { existsSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { oddNames, ran, withRecipe } from "./with-recipe.ts";

describe("format-on-edit", () => {
  // shows: W-019 W-020 W-022 W-106 W-134
  it.each([
    ["prettier", { "a.ts": "let  a=1", "a.js": "a ( )", "a.json": '{"a":1 }' }],
    ["biome", { "a.ts": "let  a=1", "a.js": "a ( )", "a.json": '{"a":1 }' }],
  ])("formats what write_file and edit_file have written with the real %s", async (tool, files) => {
    const { engine, write, read } = await withRecipe("format-on-edit", { tool, files, packages: true });
    for (const [name, text] of Object.entries(files)) {
      for (const by of ["write_file", "edit_file"]) {
        write(name, text);
        const { runs } = await engine.fire("PostToolUse", ran(by, { file_path: name }));
        expect(runs).toMatchObject([{ hook: "format-on-edit", status: "ok", exitCode: 0 }]);
        expect(read(name)).not.toBe(text);
        expect(read(name)).toMatch(/^(let a = 1;|a\(\);|\{ "a": 1 \})\n$/);
      }
    }
  });

  // shows: W-021 W-106
  it("goes on when the formatter fails or is missing, and leaves other files alone", async () => {
    const { engine, write, read } = await withRecipe("format-on-edit", { tool: "prettier", packages: true });
    write("a.ts", "let = = 1");
    const failed = await engine.fire("PostToolUse", ran("Write", { file_path: "a.ts" }));
    expect(failed).toMatchObject({ verdict: "pass", halt: null, runs: [{ fault: "crash" }] });
    expect(failed.messages[0]?.text).toMatch(/prettier: .*SyntaxError/);
    write("a.png", "x  x");
    const other = await engine.fire("PostToolUse", ran("Write", { file_path: "a.png" }));
    expect(other.runs).toMatchObject([{ status: "ok" }]);
    expect(read("a.png")).toBe("x  x");
    const none = await withRecipe("format-on-edit", {
      tool: "black",
      files: { "a.py": "" },
      env: { PATH: "/bin" },
    });
    const missing = await none.engine.fire("PostToolUse", ran("Write", { file_path: "a.py" }), {});
    expect(missing.verdict).toBe("pass");
  });

  it("gives the formatter each name as it is, and nothing outside of the project", async () => {
    const { engine, write, read, project, home } = await withRecipe("format-on-edit", {
      tool: "prettier",
      programs: { prettier: 'for last in "$@"; do :; done; echo formatted >"$last"' },
    });
    for (const name of oddNames) {
      write(`src/${name}.ts`, "before");
      const { runs } = await engine.fire("PostToolUse", ran("Write", { file_path: `src/${name}.ts` }));
      expect(runs).toMatchObject([{ status: "ok" }]);
      expect(read(`src/${name}.ts`), name).toBe("formatted\n");
    }
    expect(existsSync(join(project, "pwned"))).toBe(false);
    const outside = write(join(home, "mine.ts"), "before");
    symlinkSync(outside, join(project, "link.ts"));
    for (const file_path of [
      outside,
      "link.ts",
      "../home/mine.ts",
      "no-such.ts",
      "",
      "src",
      "a\0b.ts",
      7,
      null,
    ])
      await engine.fire("PostToolUse", ran("Write", { file_path }));
    expect(read("../home/mine.ts")).toBe("before");
    // A path is relative to where the agent works, not to the project.
    write("src/deep/b.ts", "before");
    await engine.fire("PostToolUse", {
      ...ran("Edit", { file_path: "b.ts" }),
      cwd: join(project, "src/deep"),
    });
    expect(read("src/deep/b.ts")).toBe("formatted\n");
  });

  it("takes each language's formatter from what the project uses", async () => {
    const pyproject = "[tool.black]\nline-length = 100\n";
    const files = {
      "package.json": { devDependencies: { prettier: "3" } },
      "go.mod": "module a",
      "pyproject.toml": pyproject,
    };
    const { tools, read } = await withRecipe("format-on-edit", { files });
    expect(tools).toEqual(["prettier", "black", "gofmt"]);
    expect(JSON.parse(read(".hookline/tests/format-on-edit.json")).cases).toHaveLength(6);
    await expect(withRecipe("format-on-edit")).rejects.toThrow(/name it with --tool: prettier, biome/);
  });
});

const eslintConfig = 'export default [{ files: ["**/*.js"], rules: { "no-unused-vars": "error" } }];';

describe("lint-on-edit", () => {
  // shows: W-023 W-025 W-106
  it("tells the model what the real eslint finds, and says nothing about clean files", async () => {
    const files = {
      "eslint.config.mjs": eslintConfig,
      "a.js": "const unused = 1;\n",
      "b.js": "export {};\n",
    };
    const { engine, tools } = await withRecipe("lint-on-edit", { files, packages: true });
    expect(tools).toEqual(["eslint"]);
    const found = await engine.fire("PostToolUse", ran("Edit", { file_path: "a.js" }));
    expect(found).toMatchObject({ verdict: "deny", halt: null });
    expect(found.reason).toMatch(/^eslint:[\s\S]*'unused' is assigned a value but never used/);
    const clean = await engine.fire("PostToolUse", ran("Edit", { file_path: "b.js" }));
    expect(clean).toMatchObject({ verdict: "pass", runs: [{ status: "ok" }] });
  });

  it("tells the model what the real biome finds", async () => {
    const files = { "biome.json": "{}", "a.ts": "debugger;\n" };
    const { engine } = await withRecipe("lint-on-edit", { files, packages: true });
    const found = await engine.fire("PostToolUse", ran("Write", { file_path: "a.ts" }));
    expect(found.verdict).toBe("deny");
    expect(found.reason).toContain("noDebugger");
  });

  // shows: W-023 W-024 W-025 W-106 W-139 F-130
  it("lints each language by its own linter, and with findings=warn what it finds is logged, not a stop", async () => {
    const found = "echo unused variable; exit 1";
    const { engine, write } = await withRecipe("lint-on-edit", {
      tool: "eslint,pylint",
      set: { findings: "warn" },
      programs: { eslint: found, pylint: "echo unused variable; exit 4" },
    });
    for (const [file_path, linter] of [
      ["a.ts", "eslint"],
      ["a.js", "eslint"],
      ["a.py", "pylint"],
    ] as const) {
      write(file_path, "x");
      const decision = await engine.fire("PostToolUse", ran("Edit", { file_path }));
      expect(decision).toMatchObject({ verdict: "pass", halt: null });
      expect(decision.messages).toMatchObject([{ text: `${linter}:\nunused variable` }]);
    }
    write("a.md", "x");
    expect((await engine.fire("PostToolUse", ran("Edit", { file_path: "a.md" }))).messages).toEqual([]);
  });

  it("is a warning if the linter itself cannot work", async () => {
    const { engine } = await withRecipe("lint-on-edit", {
      tool: "eslint",
      files: { "a.js": "" },
      packages: true,
    });
    const { verdict, messages } = await engine.fire("PostToolUse", ran("Edit", { file_path: "a.js" }));
    expect(verdict).toBe("pass");
    expect(messages[0]?.text).toMatch(/eslint could not work: .*eslint\.config/);
  });
});
