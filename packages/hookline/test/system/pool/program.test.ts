import { afterEach, expect, test } from "vitest";
import { chooseSpawn } from "../../../src/system/process/choose-host.ts";
import { poolProgram } from "../../../src/system/process/helper/pool-program.ts";

const { execPath } = process;
afterEach(() => {
  process.execPath = execPath;
});

test("the helper is started with nothing of our environment but where to find programs and to put files", () => {
  const program = poolProgram();
  if ("problem" in program) throw new Error(program.problem);
  expect(program.argv[0]).toBe(execPath);
  expect(program.argv.at(-1)).toMatch(/dist\/bundle\/pool\.cjs$/);
  expect(Object.keys(program.env).filter((name) => name !== "PATH" && name !== "TMPDIR")).toEqual([]);
});

test.each(["/usr/bin/bun", "/opt/Agent/agent", "/usr/lib/electron/electron"])(
  "%s is not started as if it were Node",
  (path) => {
    process.execPath = path;
    expect(poolProgram()).toEqual({ problem: `the helper of Node needs Node, and this is ${path}` });
    const choice = chooseSpawn({ HOOKLINE_SPAWN: "pool" });
    expect(choice.kind).not.toBe("pool");
    expect(choice.why).toContain(path);
  },
);

test.each(["/usr/bin/node", "/usr/bin/nodejs", "/opt/node-20.20/bin/node20"])("%s is Node", (path) => {
  process.execPath = path;
  expect(poolProgram()).toMatchObject({ argv: expect.arrayContaining([path]) });
});
