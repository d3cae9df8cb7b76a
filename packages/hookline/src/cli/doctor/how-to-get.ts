import { findProgram } from "../../system/local-files.ts";

const ofNpm = new Set(
  "prettier eslint biome tsc tsx vitest jest mocha oxlint stylelint markdownlint".split(" "),
);
const ofPip = new Set("black ruff mypy pytest isort flake8 pylint pyright".split(" "));
const packages: { readonly [program: string]: string } = {
  gofmt: "golang-go",
  go: "golang-go",
  node: "nodejs",
  npm: "npm",
  npx: "npm",
  pip: "python3-pip",
  pip3: "python3-pip",
  rg: "ripgrep",
  fd: "fd-find",
  "notify-send": "libnotify-bin",
};

/** The command that gets a program which is not on PATH, or the name under which this machine has it. */
export function howToGet(program: string, cwd: string, path: string): string {
  const has = (name: string) => findProgram(name, cwd, path) !== null;
  if (program === "python" && has("python3")) return "write python3 in place of python";
  if (program === "pip" && has("pip3")) return "write pip3 in place of pip";
  if (ofNpm.has(program)) return `npm install --save-dev ${npmName(program)}, and write npx ${program}`;
  if (ofPip.has(program)) return `python3 -m pip install ${program}`;
  const name = packages[program] ?? program;
  const get = process.platform === "darwin" ? `brew install ${program}` : `apt install ${name}`;
  return `${get}; if it is installed, write its whole path`;
}

function npmName(program: string): string {
  return program === "biome" ? "@biomejs/biome" : program === "tsc" ? "typescript" : program;
}
