import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../command.ts";
import { exercise } from "./exercise.ts";
import { compileHelper, compiler, hostOf } from "./program.ts";

test.skipIf(compiler === null)(
  "valgrind has nothing to say about the helper",
  { timeout: 60_000 },
  async () => {
    const folder = temporaryFolder();
    const log = join(folder, "log");
    const options = [
      "--quiet",
      "--error-exitcode=9",
      "--leak-check=full",
      "--show-leak-kinds=definite,indirect",
    ];
    const host = hostOf(["valgrind", ...options, `--log-file=${log}`, compileHelper(folder, "plain")], {
      PATH: process.env.PATH ?? "",
    });
    await exercise(host);
    await host.close();
    expect(readFileSync(log, "utf8")).toBe("");
  },
);
