import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { compileProgram, compilerFlags, findCompiler, programs } from "../../../../../scripts/native.mjs";
import type { ProcessHost } from "../../../src/contract/process.ts";
import { createHelperHost } from "../../../src/system/process/helper/helper-host.ts";
import { nativeProgram } from "../../../src/system/process/helper/native-program.ts";
import { createDirectHost } from "../../../src/system/process/process-host.ts";

/** The sources of the native programs. */
export const nativeSources = fileURLToPath(new URL("../../../native", import.meta.url));

const sanitizers = ["-g", "-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];

const found = nativeProgram("spawn-helper");

/** The program as the build made it; null where it could not. */
export const helperPath = "path" in found ? found.path : null;

/** The C compiler of this machine; null if there is none. */
export const compiler = findCompiler();

/** True if the compiler can build with sanitizers, and what it built runs. */
export const hasSanitizers = compiler !== null && tries(compiler);

function tries(program: string): boolean {
  const folder = mkdtempSync(join(tmpdir(), "hookline-test-"));
  try {
    const target = join(folder, "try");
    const args = [...sanitizers, "-x", "c", "-o", target, "-"];
    const built = spawnSync(program, args, { input: "int main(void) { return 0; }" });
    return built.status === 0 && spawnSync(target).status === 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Compiles the helper otherwise than the build does, into a folder; throws what the compiler says. */
export function compileHelper(folder: string, kind: "plain" | "sanitized"): string {
  const [program] = programs;
  if (!program || compiler === null) throw new Error("there is nothing to compile");
  const target = join(folder, `spawn-helper-${kind}`);
  const flags = [...compilerFlags, ...(kind === "sanitized" ? sanitizers : ["-g", "-O1"])];
  const problem = compileProgram(compiler, nativeSources, program, target, flags, [[]]);
  if (problem !== null) throw new Error(problem);
  return target;
}

/** Compiles a file of these tests together with sources of the helper, with sanitizers. */
export function compileHarness(target: string, path: string, ...sources: readonly string[]): void {
  const files = [path, ...sources.map((name) => join(nativeSources, name))];
  const args = [...compilerFlags, ...sanitizers, `-I${nativeSources}`, "-o", target, ...files];
  const { status, stderr } = spawnSync(compiler ?? "cc", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

/** A host whose commands all go through this program; it is closed when the test ends. */
export function hostOf(argv: readonly [string, ...string[]], env: Record<string, string> = {}): ProcessHost {
  const direct = createDirectHost();
  const host = createHelperHost({
    program: { argv, env: { HOOKLINE_HELPER: "1", ...env } },
    direct,
    startAfter: 1,
    forced: true,
  });
  onTestFinished(() => host.close());
  return host;
}
