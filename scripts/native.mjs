// Compiles the native programs into packages/hookline/dist/native/<platform>-<arch>, where a C compiler is there; otherwise it says so in one line.
// With --package it also writes a folder beside them that can be published as the package for this kind of machine.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { arch, argv, exit, platform, stderr, stdout } from "node:process";
import { fileURLToPath } from "node:url";

/** The programs, each with the systems that it is written for, and its sources in packages/hookline/native. */
export const programs = [
  {
    name: "spawn-helper",
    platforms: ["linux"],
    sources: [
      "spawn-helper.c",
      "frame.c",
      "hand-over.c",
      "launch.c",
      "message.c",
      "outbox.c",
      "process.c",
      "run.c",
      "runs.c",
      "shell.c",
      "stop.c",
      "strays.c",
      "streams.c",
      "turns.c",
      "warm.c",
      "watch.c",
    ],
  },
  { name: "hookline-fire", platforms: ["linux", "darwin"], sources: ["client.c"] },
];

/** How every one of them is compiled. */
export const compilerFlags = ["-O2", "-Wall", "-Wextra", "-Werror", "-std=c11", "-D_GNU_SOURCE"];

const machine = `${platform}-${arch}`;

/** The first C compiler that is there and works; null if there is none. */
export function findCompiler() {
  return (
    ["cc", "gcc", "clang"].find((name) => spawnSync(name, ["--version"], { stdio: "ignore" }).status === 0) ??
    null
  );
}

/** Where the programs of a root lie. */
export function nativeFolder(root) {
  return join(root, "packages/hookline/dist/native", machine);
}

/** How they are linked: with all libraries inside, where those are there, else without. */
const linkings = [["-static", "-s"], ["-s"]];

/** Compiles one program; gives null, or what the compiler says. */
export function compileProgram(
  compiler,
  folder,
  { sources },
  target,
  flags = compilerFlags,
  ways = linkings,
) {
  const files = sources.map((name) => join(folder, name));
  let said = "";
  for (const link of ways) {
    const args = [...flags, ...link, "-o", target, ...files];
    const result = spawnSync(compiler, args, { encoding: "utf8" });
    if (result.status === 0) return null;
    // Without the static libraries only the linking fails; what is wrong in a source is wrong both times.
    said = result.stderr || result.error?.message || "no word of the compiler";
  }
  return said;
}

/** Compiles all programs for this machine; false if a source is wrong. */
export function compileNative(root) {
  const wanted = programs.filter(({ platforms }) => platforms.includes(platform));
  const compiler = wanted.length > 0 ? findCompiler() : null;
  if (!compiler) {
    const why =
      wanted.length > 0 ? "no C compiler (cc, gcc or clang)" : `they are not written for ${platform}`;
    stderr.write(`native programs are left out: ${why}\n`);
    return true;
  }
  const folder = nativeFolder(root);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const program of wanted) {
    const target = join(folder, program.name);
    const problem = compileProgram(compiler, join(root, "packages/hookline/native"), program, target);
    if (problem === null) continue;
    stderr.write(`${program.name} does not compile:\n${problem}\n`);
    return false;
  }
  return true;
}

/** Writes the package for this kind of machine beside the programs, and gives its folder. */
export function writePackage(root) {
  const folder = join(root, "packages/hookline/dist/native", `package-${machine}`);
  const names = programs.filter(({ platforms }) => platforms.includes(platform)).map(({ name }) => name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of names) cpSync(join(nativeFolder(root), name), join(folder, name));
  cpSync(join(root, "LICENSE"), join(folder, "LICENSE"));
  const { version, license } = JSON.parse(readFileSync(join(root, "packages/hookline/package.json"), "utf8"));
  const about = {
    name: `@hookline/native-${machine}`,
    version,
    description: `The native programs of hookline for ${machine}.`,
    license,
    os: [platform],
    cpu: [arch],
    files: names,
    preferUnplugged: true,
  };
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(about, null, 2)}\n`);
  return folder;
}

if (argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL("..", import.meta.url));
  if (!compileNative(root)) exit(1);
  if (argv.includes("--package")) stdout.write(`${writePackage(root)}\n`);
}
