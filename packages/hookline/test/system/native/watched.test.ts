import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../command.ts";
import { exercise, exerciseFailures } from "./exercise.ts";
import { compileHarness, compileHelper, hasSanitizers, hostOf } from "./program.ts";

describe.skipIf(!hasSanitizers)("under the sanitizers of the C compiler", () => {
  test("the helper does everything without a word of them", async () => {
    const folder = temporaryFolder();
    const log = join(folder, "log");
    const options = `log_path=${log}:detect_leaks=1:exitcode=77`;
    const host = hostOf([compileHelper(folder, "sanitized")], {
      ASAN_OPTIONS: options,
      UBSAN_OPTIONS: options,
    });
    const outcome = await exercise(host)
      .then(() => exerciseFailures(host))
      .then(
        () => null,
        (error: unknown) => error,
      );
    await host.close();
    const said = readdirSync(folder).filter((name) => name.startsWith("log"));
    expect(said.map((name) => readFileSync(join(folder, name), "utf8"))).toEqual([]);
    if (outcome !== null) throw outcome;
  });

  test("the parser takes whatever comes", () => {
    const harness = join(temporaryFolder(), "fuzz");
    const path = fileURLToPath(new URL("fuzz-message.c", import.meta.url));
    compileHarness(harness, path, "message.c", "frame.c");
    for (const seed of [1, 2, 3]) {
      // To look for leaks takes seconds on some machines.
      const env = { ...process.env, ASAN_OPTIONS: `detect_leaks=${seed === 1 ? 1 : 0}` };
      const { status, stdout, stderr } = spawnSync(harness, ["20000", String(seed)], {
        encoding: "utf8",
        env,
      });
      expect([seed, status, stderr, stdout]).toEqual([seed, 0, "", "right wrong\n"]);
    }
  }, 60_000);
});
