import { commandsInCode } from "./code-commands.ts";
import { codeAccess, runsCommand } from "./code-text.ts";
import { namesPaths } from "./code-uses.ts";

/** So many statements of a program are looked at, so many of its commands, and so much of a line. */
const mostStatements = 500;
const mostCommands = 50;
const longestLine = 2000;

/** A line that gives a name to something. */
const assignment =
  /^\s*(?:(?:export|const|let|var|my|our|local|final)\s+)?[$@]?([A-Za-z_]\w*)\s*(?::[^=\n]{1,40})?=(?!=)\s*(\S.*?);?\s*$/;

/** A value that is one path and nothing put together: a text, or the home. */
const onePath =
  /^(?:(?:pathlib\.)?Path\(|str\(|os\.path\.\w+\()*[rbu]?(?:"[^"]*"|'[^']*'|`[^`$]*`)\)*(?:\.expanduser\(\))?$|^(?:(?:pathlib\.)?Path\.home\(\)|(?:os\.)?homedir\(\)|os\.environ\W+HOME["'\])]+|os\.getenv\(["']HOME["']\)|process\.env\.HOME|Dir\.home|ENV\W+HOME["'\]]+)$/;
/** A path of parts: which one it is, only running it tells. */
const partsOfPath =
  /\b(?:join|resolve|joinpath|with_name|format|relative)\s*\(|["')\w]\s*[/+]\s*["']|["')]\s*\+\s*\w|\$\{|#\{|\bf["']|["']\s*%/;
/** Methods of texts and lists that are called like those that change files. */
const harmlessCalls =
  /(?<!\b(?:shutil|os|fs|fsp|fse|File|Dir|FileUtils))\.(?:delete|replace|copy|move)\s*\(/g;
const reads =
  /\b(?:open|read\w*|createReadStream|file_get_contents|slurp|copy\w*|upload\w*|sendFile|File\.\w+|IO\.\w+)\s*\(?/;

/** Calls that decode, and calls that run a text: both together hide what runs. */
const decodes =
  /\b(?:b64decode|b32decode|b85decode|a2b_\w+|unhexlify|fromhex|rot13|decode_base64|base64_decode|gzinflate|atob|fromCharCode|marshal|unpack|Buffer\.from)\b/;
const runsText =
  /(?<![.\w])(?:eval|exec)\s*\(|\b(?:os\.system|os\.popen|subprocess\.\w+|execSync|spawnSync|new Function|Function\(|instance_eval|shell_exec|passthru|loadstring)\b/;

/** True for a program that runs what it decodes. */
export function hidesWhatItRuns(program: string): boolean {
  return decodes.test(program) && runsText.test(program);
}

/**
 * The statements of a program that name paths, one by one: what a program does in one place says nothing about a path in another. A name
 * in a statement stands with the path that is assigned to it.
 */
export function statementsOf(program: string): readonly string[] {
  const lines = linesOf(program);
  const values = valuesIn(lines);
  const found: string[] = [];
  for (const line of lines) {
    if (found.length >= mostStatements) break;
    const names = assignment.test(line) ? [] : new Set(line.match(/[A-Za-z_]\w*/g) ?? []);
    const paths = [...names].flatMap(
      (name) => values.get(name)?.filter((value) => onePath.test(value)) ?? [],
    );
    const statement = [line.replace(harmlessCalls, ".call("), ...paths].join(" ");
    if (namesPaths(statement) && isTold(statement)) found.push(statement);
  }
  return found;
}

/** True if a statement surely does something to the paths that it names. */
function isTold(statement: string): boolean {
  return codeAccess(statement).access === "read" ? reads.test(statement) : !partsOfPath.test(statement);
}

/** What a program would run as commands: those of its calls, with the names in a call filled in where they are plain. */
export function commandsInProgram(program: string): readonly string[] {
  const lines = linesOf(program);
  const values = valuesIn(lines);
  const calls = lines.filter((line) => line.search(runsCommand) >= 0);
  const filled = calls.map((line) =>
    line.replace(/(?<![.\w"'`])[$@]?([A-Za-z_]\w*)(?![\w(=."'`]|\s*=)/g, (whole, name) => {
      const [value, ...others] = values.get(name) ?? [];
      return value !== undefined && others.length === 0 ? value : whole;
    }),
  );
  const found = [...commandsInCode(program), ...filled.flatMap(commandsInCode)];
  return [...new Set(found)].filter((text) => text !== null).slice(0, mostCommands);
}

function linesOf(program: string): readonly string[] {
  return program.split("\n").filter((line) => line.length < longestLine && !/^\s*(?:#|\/\/|\*)/.test(line));
}

function valuesIn(lines: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const line of lines) {
    const [, name = "", value = ""] = assignment.exec(line) ?? [];
    if (name !== "") values.set(name, [...(values.get(name) ?? []).slice(0, 9), value]);
  }
  return values;
}
