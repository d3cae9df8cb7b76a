import { hasFile, type Project } from "./project.ts";

const isPython = (project: Project) =>
  project.python.trim() !== "" || project.names.some((name) => name.endsWith(".py"));
const isGo = (project: Project) => project.names.includes("go.mod");

/** The formatters that a project uses: one for each language. */
export function formattersOf(project: Project): readonly string[] {
  const { packages, python } = project;
  const prettier = packages.has("prettier") || hasFile(project, ".prettierrc", "prettier.config.");
  const biome = packages.has("@biomejs/biome") || hasFile(project, "biome.json");
  return [
    ...(prettier ? ["prettier"] : biome ? ["biome"] : []),
    ...(/\bblack\b/.test(python) ? ["black"] : []),
    ...(isGo(project) ? ["gofmt"] : []),
  ];
}

/** The linters that a project uses. */
export function lintersOf(project: Project): readonly string[] {
  const { packages, python } = project;
  const eslint = packages.has("eslint") || hasFile(project, "eslint.config.", ".eslintrc");
  const biome = packages.has("@biomejs/biome") || hasFile(project, "biome.json");
  const ruff = /\bruff\b/.test(python) || hasFile(project, "ruff.toml", ".ruff.toml");
  const pylint = /\bpylint\b/.test(python) || hasFile(project, ".pylintrc", "pylintrc");
  return [
    ...(eslint ? ["eslint"] : biome ? ["biome"] : []),
    ...(ruff ? ["ruff"] : pylint ? ["pylint"] : []),
    ...(isGo(project) ? ["go"] : []),
  ];
}

/** The test runners that a project uses. */
export function testRunnersOf(project: Project): readonly string[] {
  const { packages, scripts, python } = project;
  const vitest = packages.has("vitest") || hasFile(project, "vitest.config.");
  const jest = packages.has("jest") || hasFile(project, "jest.config.");
  const pytest =
    /\bpytest\b/.test(python) ||
    hasFile(project, "pytest.ini", "conftest.py") ||
    (isPython(project) && project.names.includes("tests"));
  return [
    ...(vitest ? ["vitest"] : jest ? ["jest"] : scripts.has("test") ? ["npm"] : []),
    ...(pytest ? ["pytest"] : []),
    ...(isGo(project) ? ["go"] : []),
  ];
}

/** The services that build a project. */
export function pipelinesOf(project: Project): readonly string[] {
  const { names, remote } = project;
  if (names.includes("Jenkinsfile")) return ["jenkins"];
  if (names.includes(".gitlab-ci.yml") || remote?.includes("gitlab")) return ["gitlab"];
  return names.includes(".github") || remote?.includes("github.com") ? ["github"] : [];
}

/** The languages that a project is written in, as far as the files in its folder tell. */
export function languagesOf(project: Project): readonly string[] {
  const typed = project.packages.has("typescript") || hasFile(project, "tsconfig");
  return [
    ...(typed ? ["TypeScript"] : project.names.includes("package.json") ? ["JavaScript"] : []),
    ...(isPython(project) ? ["Python"] : []),
    ...(isGo(project) ? ["Go"] : []),
    ...(project.names.includes("Cargo.toml") ? ["Rust"] : []),
  ];
}
