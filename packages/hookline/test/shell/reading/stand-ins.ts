import { spawnSync } from "node:child_process";
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeFolder } from "../../remove-folder.ts";

/** A program that was really started: where, and with which words. */
export interface StartedProgram {
  readonly folder: string;
  readonly words: readonly string[];
}

/** What bash did with a text. */
export interface BashRun {
  readonly started: readonly StartedProgram[];
  /** `bash -n` takes it. */
  readonly valid: boolean;
}

/** An empty place in which only stand-ins can be started; they write down how they were called. */
export interface StandIns {
  readonly folder: string;
  readonly run: (texts: readonly string[]) => readonly BashRun[];
  /** Those that `bash -n` does not take. */
  readonly refused: (texts: readonly string[]) => readonly string[];
  readonly remove: () => void;
}

/** Programs that are not there: each is a script that writes down its words, all at once, for others may write beside it. */
export const standIns = ["rm", "cp", "prog1", "prog2"] as const;
const realOnes = "env timeout nice nohup setsid xargs find bash sh cat sleep".split(" ");

const log = `#!BASH
printf -v line '%s\\037' "$PWD" "\${0##*/}" "$@"; printf '%s\\036' "$line" >> "$STARTED"
`;

/** Each text in a folder of its own; one after the other, each for two seconds at most. */
const driver = `
for ((i = 0; i < COUNT; i++)); do
  IFS= read -r -d '' text < "$TEXTS/$i"
  rm -rf "$WORK"; mkdir -p "$WORK/a/b" "$WORK/c"; cd "$WORK"
  export STARTED="$TEXTS/$i.started"; : > "$STARTED"
  if bash -n -c "$text" 2>/dev/null; then echo valid > "$TEXTS/$i.valid"; else echo no > "$TEXTS/$i.valid"; fi
  timeout -s KILL 2 env -i PATH="$BIN" STARTED="$STARTED" HOME=/home/me "$BIN/bash" -c "$text" </dev/null >/dev/null 2>&1
done
`;

/** Bash only looks whether it could read each text. */
const checker = `
for ((i = 0; i < COUNT; i++)); do
  bash -n "$TEXTS/$i" >/dev/null 2>&1 || echo $i
done
`;

/** Makes such a place. */
export function makeStandIns(): StandIns {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "hookline-reading-")));
  const [bin, texts, folder] = [join(root, "bin"), join(root, "texts"), join(root, "work")];
  for (const place of [bin, texts]) mkdirSync(place);
  const where = (name: string) =>
    spawnSync("bash", ["-c", `type -P ${name}`], { encoding: "utf8" }).stdout.trim();
  for (const name of realOnes) symlinkSync(where(name), join(bin, name));
  for (const name of standIns) {
    writeFileSync(join(bin, name), log.replace("BASH", where("bash")));
    chmodSync(join(bin, name), 0o755);
  }
  const run = (all: readonly string[]): readonly BashRun[] => {
    all.forEach((text, index) => {
      writeFileSync(join(texts, String(index)), `${text}\0`);
    });
    const env = { ...process.env, COUNT: String(all.length), TEXTS: texts, WORK: folder, BIN: bin };
    spawnSync("bash", ["-c", driver], { env, stdio: "ignore" });
    return all.map((_, index) => ({
      started: startedIn(readFileSync(join(texts, `${index}.started`), "utf8")),
      valid: readFileSync(join(texts, `${index}.valid`), "utf8").startsWith("valid"),
    }));
  };
  const refused = (all: readonly string[]): readonly string[] => {
    all.forEach((text, index) => {
      writeFileSync(join(texts, String(index)), `${text}\n`);
    });
    const env = { ...process.env, COUNT: String(all.length), TEXTS: texts };
    const { stdout } = spawnSync("bash", ["-c", checker], { env, encoding: "utf8" });
    return stdout.split("\n").flatMap((index) => (index === "" ? [] : [all[Number(index)] ?? ""]));
  };
  return { folder, run, refused, remove: () => removeFolder(root) };
}

function startedIn(text: string): readonly StartedProgram[] {
  return text
    .split("\x1e")
    .filter((record) => record !== "")
    .map((record) => {
      const [folder = "", ...words] = record.split("\x1f").slice(0, -1);
      return { folder, words };
    });
}
