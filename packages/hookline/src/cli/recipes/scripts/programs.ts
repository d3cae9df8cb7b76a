import type { ScriptPiece } from "./script.ts";

/** Finds and starts programs of the project, each argument as it is: no shell reads any of them. */
export const startsPrograms: ScriptPiece = {
  imports: {
    "node:child_process": ["spawnSync"],
    "node:fs": ["accessSync", "constants", "existsSync", "statSync"],
    "node:path": ["delimiter", "dirname", "join"],
  },
  code: `
// "hookline test" names a folder of stand-ins for programs, which come first.
const inTest = (process.env.HOOKLINE_STUBS ?? "") !== "";
const hasStandIn = (name) => inTest && isProgram(join(process.env.HOOKLINE_STUBS, name));

/** The folders of programs that belong to a folder: those of its packages up to the top of the repository, then PATH. */
function programFolders(from) {
  const above = [];
  for (let folder = from; dirname(folder) !== folder; folder = dirname(folder)) {
    above.push(folder);
    if (existsSync(join(folder, ".git"))) break;
  }
  const inRepository = existsSync(join(above.at(-1) ?? from, ".git"));
  const own = inRepository ? above : above.filter((folder) => (folder + "/").startsWith(project + "/"));
  const bins = ["node_modules/.bin", ".venv/bin", "venv/bin"];
  const first = inTest ? [process.env.HOOKLINE_STUBS] : [];
  const path = (process.env.PATH ?? "").split(delimiter).filter((folder) => folder !== "");
  return [...first, ...own.flatMap((folder) => bins.map((bin) => join(folder, bin))), ...path];
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Runs a program in the project's folder and gives { status, said }; one that is not there ends the script with what to do. */
function run(name, args, missing, from = project) {
  const program = programFolders(from).map((folder) => join(folder, name)).find(isProgram);
  if (program === undefined) {
    console.error(name + " is not installed here; " + missing);
    process.exit(1);
  }
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: project,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    stdio: ["ignore", "pipe", "pipe"],
  });
  if (error) {
    console.error(name + " could not be run: " + error.message);
    process.exit(1);
  }
  return { status: status ?? 1, said: stdout + stderr };
}
`,
};
