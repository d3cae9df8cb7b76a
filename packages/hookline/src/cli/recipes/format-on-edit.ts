import { defineRecipe, scriptGroup } from "./recipe.ts";
import { editedFile } from "./scripts/edited-file.ts";
import { startsPrograms } from "./scripts/programs.ts";
import { readsEvent, readsOptions, scriptOf, shortens } from "./scripts/script.ts";
import { formattersOf } from "./tools-in-use.ts";

const formats = {
  imports: { "node:path": ["dirname", "extname"] },
  code: `
const web = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json", ".jsonc", ".css"];
const formatters = {
  prettier: {
    files: [...web, ".md", ".html", ".yaml", ".yml", ".scss", ".less", ".vue", ".graphql"],
    args: (file) => ["--write", "--ignore-unknown", "--log-level=warn", file],
    get: "npm install --save-dev prettier",
  },
  biome: {
    files: [...web, ".graphql"],
    args: (file) => ["format", "--write", "--no-errors-on-unmatched", file],
    get: "npm install --save-dev @biomejs/biome",
  },
  black: { files: [".py", ".pyi"], args: (file) => ["--quiet", file], get: "pip install black" },
  gofmt: { files: [".go"], args: (file) => ["-w", file], get: "see https://go.dev/doc/install" },
};

const file = editedFile();
for (const name of option("with").split(",")) {
  const formatter = formatters[name];
  if (!formatter) {
    console.error("no formatter is called " + name + "; known are: " + Object.keys(formatters).join(", "));
    process.exit(1);
  }
  if (!formatter.files.includes(extname(file))) continue;
  const { status, said } = run(name, formatter.args(file), formatter.get, dirname(file));
  if (status === 0) continue;
  // A warning, no more: code that cannot be formatted yet stops nobody.
  console.error(name + ": " + lastOf(said));
  process.exit(1);
}
`,
};

/** A file of each language, and the words that its formatter is called with. */
const samples: { readonly [tool: string]: readonly [file: string, text: string] } = {
  prettier: ["src/my file.ts", "let  a=1"],
  biome: ["src/my file.ts", "let  a=1"],
  black: ["my file.py", "a  = 1\n"],
  gofmt: ["my file.go", "package  a\n"],
};

/** Formats what the agent writes. */
export const formatOnEdit = defineRecipe({
  name: "format-on-edit",
  summary: "format each file that the agent writes, with the project's own formatter",
  about:
    "Runs prettier, biome, black or gofmt on the one file that was written or edited, by its extension. A formatter that fails or is not " +
    "there is a warning, and the agent goes on. Files outside of the project are left alone.",
  tools: { names: ["prettier", "biome", "black", "gofmt"], several: true, found: formattersOf },
  make: ({ id, tools, script }) => ({
    hooks: {
      PostToolUse: [
        scriptGroup("Write|Edit|MultiEdit", id, [script, `--with=${tools.join(",")}`], { timeout: 30 }),
      ],
    },
    script: scriptOf("Formats the file that a tool has written: --with names the formatters.", [
      readsEvent,
      readsOptions,
      editedFile,
      startsPrograms,
      shortens,
      formats,
    ]),
    cases: tools.flatMap((tool) => {
      const [path = "", text = ""] = samples[tool] ?? [];
      const written = { event: "PostToolUse", tool: "Write", input: { file_path: path, content: text } };
      return [
        {
          name: `${tool} formats the file that was written`,
          ...written,
          files: { [path]: text },
          stubs: { programs: { [tool]: { exit: 0 } } },
          expect: { hooks: { [id]: "pass" }, calls: { [tool]: 1 } },
        },
        {
          name: `${tool} fails: the agent is not stopped`,
          ...written,
          files: { [path]: text },
          stubs: { programs: { [tool]: { exit: 2, stderr: "cannot be read" } } },
          expect: { hooks: { [id]: "crash" } },
        },
      ];
    }),
    notes: [],
  }),
});
