// The floor in C (native/floor.c), compiled where there is a compiler, one shot at a time so that it can take turns with others.
import { spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { scratchFolder } from "./scratch.mjs";

const source = fileURLToPath(new URL("native/floor.c", import.meta.url));

/** Compiles the floor and starts it for one command; throws a sentence if there is no compiler. */
export function startFloor(argv, payload) {
  const folder = scratchFolder("floor");
  const [binary, input] = [`${folder}/floor`, `${folder}/payload`];
  const { status, error, stderr } = spawnSync("cc", ["-O2", "-o", binary, source], { encoding: "utf8" });
  if (error) throw new Error("no C compiler (cc) is here");
  if (status !== 0) throw new Error(`cc could not compile bench/native/floor.c: ${stderr.split("\n")[0]}`);
  writeFileSync(input, payload);
  const child = spawn(binary, [input, ...argv], { stdio: ["pipe", "pipe", "inherit"] });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    /** One run, timed by the floor itself: what it took in milliseconds. */
    async shot() {
      child.stdin.write("\n");
      const { value = "" } = await lines.next();
      const [took, bytes, ended] = value.split(" ").map(Number);
      if (ended !== 0 || bytes === 0) throw new Error(`the floor's command failed: ${value}`);
      return took / 1e6;
    },
    close: () => child.stdin.end(),
  };
}
