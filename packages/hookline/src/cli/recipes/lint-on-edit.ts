import { defineRecipe, scriptGroup } from "./recipe.ts";
import { editedFile } from "./scripts/edited-file.ts";
import { startsPrograms } from "./scripts/programs.ts";
import { readsEvent, readsOptions, scriptOf, shortens } from "./scripts/script.ts";
import { lintersOf } from "./tools-in-use.ts";

const lints = {
  imports: { "node:path": ["dirname", "extname", "relative"] },
  code: String.raw`
const web = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"];
const folderOf = (file) => "./" + relative(project, dirname(file));
const linters = {
  eslint: { files: [...web, ".vue"], args: (file) => [file], found: (status) => status === 1, get: "npm install --save-dev eslint" },
  biome: {
    files: [...web, ".json", ".jsonc", ".css"],
    args: (file) => ["lint", "--no-errors-on-unmatched", file],
    found: (status) => status === 1,
    get: "npm install --save-dev @biomejs/biome",
  },
  ruff: { files: [".py", ".pyi"], args: (file) => ["check", "--quiet", file], found: (status) => status === 1, get: "pip install ruff" },
  // A sum: 1 and 32 say that pylint itself could not work.
  pylint: { files: [".py"], args: (file) => ["--score=n", file], found: (status) => (status & 33) === 0, get: "pip install pylint" },
  go: { files: [".go"], args: (file) => ["vet", folderOf(file)], found: () => true, get: "see https://go.dev/doc/install" },
};

const file = editedFile();
for (const name of option("with").split(",")) {
  const linter = linters[name];
  if (!linter) {
    console.error("no linter is called " + name + "; known are: " + Object.keys(linters).join(", "));
    process.exit(1);
  }
  if (!linter.files.includes(extname(file))) continue;
  const { status, said } = run(name, linter.args(file), linter.get, dirname(file));
  if (status === 0) continue;
  if (!linter.found(status)) {
    console.error(name + " could not work: " + lastOf(said).replace(/\s+/g, " ").slice(0, 500));
    process.exit(1);
  }
  if (option("findings") === "warn") {
    console.log(JSON.stringify({ systemMessage: name + ":\n" + lastOf(said) }));
    continue;
  }
  // The model is told, and mends it.
  console.error(name + ":\n" + lastOf(said));
  process.exit(2);
}
`,
};

const samples: { readonly [tool: string]: string } = {
  eslint: "src/a.ts",
  biome: "src/a.ts",
  ruff: "a.py",
  pylint: "a.py",
  go: "a.go",
};

/** Lints what the agent writes. */
export const lintOnEdit = defineRecipe({
  name: "lint-on-edit",
  summary: "lint each file that the agent writes, and tell the model what was found",
  about:
    "Runs eslint, biome, ruff, pylint or go vet on what was written or edited. What the linter finds goes to the model, which mends it; " +
    "with `--set findings=warn` it is only told to the person. A linter that cannot work is a warning.",
  tools: { names: ["eslint", "biome", "ruff", "pylint", "go"], several: true, found: lintersOf },
  settings: {
    findings: {
      summary: "mend: the model is told; warn: the person is",
      usual: () => "mend",
      check: (value) => (["mend", "warn"].includes(value) ? null : "must be mend or warn"),
    },
  },
  make: ({ id, tools, script, settings: { findings = "mend" } }) => ({
    hooks: {
      PostToolUse: [
        scriptGroup(
          "Write|Edit|MultiEdit",
          id,
          [script, `--findings=${findings}`, `--with=${tools.join(",")}`],
          { timeout: 60 },
        ),
      ],
    },
    script: scriptOf(
      "Lints the file that a tool has written: --with names the linters, --findings who is told.",
      [readsEvent, readsOptions, editedFile, startsPrograms, shortens, lints],
    ),
    cases: tools.flatMap((tool) => {
      const path = samples[tool] ?? "a.ts";
      const written = { event: "PostToolUse", tool: "Write", input: { file_path: path, content: "x" } };
      const told =
        findings === "mend"
          ? { verdict: "deny", reason: { contains: "x is unused" } }
          : { hooks: { [id]: "pass" }, calls: { [tool]: 1 } };
      return [
        {
          name: `${tool} finds something in the file that was written`,
          ...written,
          files: { [path]: "x" },
          stubs: { programs: { [tool]: { exit: tool === "pylint" ? 4 : 1, stdout: "x is unused" } } },
          expect: told,
        },
        {
          name: `${tool} finds nothing`,
          ...written,
          files: { [path]: "x" },
          stubs: { programs: { [tool]: { exit: 0 } } },
          expect: { hooks: { [id]: "pass" }, calls: { [tool]: 1 } },
        },
      ];
    }),
    notes: [],
  }),
});
