import { findProgram } from "../../system/local-files.ts";
import { quoted } from "../../system/safe-file.ts";
import { type ScriptFacts, scriptFacts, shebangOf } from "../../system/script-facts.ts";

/** What is wrong with a file that is to be run, and the command that mends it. */
export interface ScriptProblem {
  readonly what: string;
  readonly mend: string;
}

/** How a script is started: by its name (one without a first line is a shell's, in exec form as well), or by the interpreter that gets it. */
export interface ScriptStart {
  readonly by: "name" | "interpreter";
  /** The interpreter's name; empty if the script is started by its own. */
  readonly interpreter: string;
  /** Where and with which PATH the interpreters of first lines are looked for. */
  readonly cwd: string;
  readonly path: string;
}

const shells = /^(?:ba|da|z|k|mk|a)?sh$|^(?:\.|source)$/;
const mac = process.platform === "darwin";

/** Everything that keeps a file from running as it is started; `shown` is its name as the commands that mend it write it. */
export function scriptProblems(file: string, shown: string, start: ScriptStart): readonly ScriptProblem[] {
  const facts = scriptFacts(file);
  const named = quoted(shown);
  if (facts.kind === "missing")
    return [{ what: `${shown} does not exist`, mend: `write it, or correct the command: ls -l ${named}` }];
  if (facts.kind !== "file")
    return [
      {
        what: `${shown} is ${facts.kind === "folder" ? "a folder" : "no regular file"}`,
        mend: "name the file that is to run",
      },
    ];
  const direct = start.by !== "interpreter";
  if (direct && !facts.executable) return [{ what: `${shown} has no run bit`, mend: `chmod +x ${named}` }];
  if (!facts.readable)
    return direct ? [] : [{ what: `${shown} may not be read`, mend: `chmod u+r ${named}` }];
  const foreign = foreignProgram(facts.start);
  if (foreign !== null)
    return direct ? [{ what: `${shown} ${foreign}`, mend: `install or build it for ${process.arch}` }] : [];
  return facts.start.includes(0) ? [] : textProblems(facts, shown, start);
}

function textProblems(
  { start: bytes }: ScriptFacts,
  shown: string,
  start: ScriptStart,
): readonly ScriptProblem[] {
  const named = quoted(shown);
  const direct = start.by !== "interpreter";
  const text = bytes.toString("utf8");
  const shebang = shebangOf(bytes);
  const byShell = direct
    ? shebang === null || shells.test(interpreterOf(shebang))
    : shells.test(start.interpreter);
  const found: ScriptProblem[] = [];
  if (text.startsWith("\uFEFF") && (direct || byShell)) {
    const mend = mac
      ? `perl -i -pe 's/^\\xEF\\xBB\\xBF// if $. == 1' ${named}`
      : `sed -i '1s/^\\xEF\\xBB\\xBF//' ${named}`;
    return [{ what: `${shown} begins with a byte order mark, which hides its first line`, mend }];
  }
  const firstLine = /^#![^\n]*\r\n/.test(text) && direct;
  if (firstLine || (byShell && /\r\n/.test(text))) {
    const what = firstLine
      ? `the first line of ${shown} ends with a carriage return, so its interpreter is not found`
      : `${shown} has carriage returns (CRLF), which a shell takes for part of the words`;
    return [{ what, mend: mac ? `perl -i -pe 's/\\r$//' ${named}` : `sed -i 's/\\r$//' ${named}` }];
  }
  if (!direct) return found;
  const lacking = shebang && lackingInterpreter(shebang, start);
  if (lacking)
    found.push({
      what: `${shown} wants ${lacking}, which is not there`,
      mend: `install ${lacking}, or correct its first line: head -1 ${named}`,
    });
  return found;
}

type Shebang = NonNullable<ReturnType<typeof shebangOf>>;

/** The interpreter of a first line by its base name: of `/usr/bin/env -S node --x` it is `node`. */
function interpreterOf({ program, rest }: Shebang): string {
  const base = program.split("/").at(-1) ?? "";
  if (base !== "env") return base;
  return rest.split(/\s+/).find((word) => !word.startsWith("-") && !word.includes("=")) ?? "";
}

/** The name of what a first line wants and this machine has not; null if it is there. */
function lackingInterpreter(shebang: Shebang, { cwd, path }: ScriptStart): string | null {
  if (findProgram(shebang.program, cwd, path) === null) return shebang.program;
  const name = interpreterOf(shebang);
  const byEnv = shebang.program.endsWith("/env") && name !== "";
  return byEnv && findProgram(name, cwd, path) === null ? name : null;
}

const machines: { readonly [arch: string]: number } = { x64: 0x3e, arm64: 0xb7, ia32: 0x03, arm: 0x28 };

/** Why a program of another machine does not run here; null for one that does, and for texts. */
function foreignProgram(start: Buffer): string | null {
  if (start.length < 20) return null;
  const magic = start.readUInt32BE(0);
  if (magic === 0x7f454c46) {
    if (mac) return "is a program for Linux";
    const machine = start[5] === 2 ? start.readUInt16BE(18) : start.readUInt16LE(18);
    const own = machines[process.arch];
    const also32 = process.arch === "x64" && machine === machines.ia32;
    return own === undefined || machine === own || also32
      ? null
      : `is a program for another processor than ${process.arch}`;
  }
  const isMac = [0xfeedface, 0xfeedfacf, 0xcefaedfe, 0xcffaedfe].includes(magic);
  return isMac && !mac ? "is a program for macOS" : null;
}
