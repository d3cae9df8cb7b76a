import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";

const tests = "packages/*/test/**/*.test.ts";

/** These look at what a process has loaded or keeps: each has one of its own. */
const alone = ["packages/hookline/test/house/config-keys.test.ts"];

export default defineConfig({
  test: {
    projects: [
      // The files of one worker share its modules: loading the sources for each of them took a third of the time.
      { extends: true, test: { name: "shared", include: [tests], isolate: false, exclude: alone } },
      { extends: true, test: { name: "alone", include: alone } },
    ],
    // These need programs that npm does not install: `npm run test:tools` runs them where it finds or gets the programs.
    exclude: [...configDefaults.exclude, ...(process.env.HOOKLINE_TEST_TOOLS ? [] : ["**/*.tools.test.ts"])],
    pool: "forks",
    // Most tests wait for processes that they have started: one worker a core, and never one alone.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    testTimeout: 20_000,
    hookTimeout: 20_000,
    coverage: {
      provider: "v8",
      include: ["packages/*/src/**/*.ts"],
      reporter: ["json"],
      reportsDirectory: "coverage/vitest",
    },
  },
});
