import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aCommand, before, shell, summary, tested } from "./tested-project.ts";

const says = (command: string) => before(shell("a", command));
const snap = ".hookline/tests/all.snap";
const setUp = (command: string) => {
  const made = tested(says(command), [aCommand("ls", { snapshot: true })]);
  const read = () => JSON.parse(readFileSync(join(made.project, snap), "utf8"));
  return {
    ...made,
    read,
    change: (next: string) => made.write(".hookline/hooks.json", { hooks: says(next) }),
  };
};

describe("a snapshot", () => {
  it("is stored at first, compared then, and stored anew when told", async () => {
    const { test, read, change } = setUp("echo one >&2; exit 2");
    expect((await test()).snapshots).toEqual({ written: 1, updated: 0, removed: 0 });
    expect(read()).toEqual({ ls: { verdict: "deny", reason: "one" } });
    expect(summary(await test({ ci: true }))).toEqual([["ls", "passed"]]);
    change("echo two >&2; exit 2");
    const failed = await test();
    expect(summary(failed)).toEqual([
      ["ls", "failed", expect.stringMatching(/^snapshot: .*"one".*\/.*"two"/s)],
    ]);
    expect([failed.snapshots.updated, read().ls.reason]).toEqual([0, "one"]);
    expect((await test({ update: true })).snapshots).toEqual({ written: 0, updated: 1, removed: 0 });
    expect(read().ls.reason).toBe("two");
  });

  it("that is not stored fails in CI and is not written", async () => {
    const { test, project } = setUp("exit 0");
    expect(summary(await test({ ci: true }))).toEqual([
      ["ls", "failed", 'snapshot: one that is stored / none: run "hookline test --update"'],
    ]);
    expect(existsSync(join(project, snap))).toBe(false);
  });

  it("holds no path of the copy and no secret", async () => {
    const { test, read } = setUp('echo "$PWD $HOME AKIAIOSFODNN7EXAMPLE" >&2; exit 2');
    await test();
    expect(read().ls.reason).toBe("${HOOKLINE_PROJECT_DIR} ${HOME} [redacted]");
    expect(summary(await test({ ci: true }))).toEqual([["ls", "passed"]]);
  });

  it("of a case that is gone is removed by --update, and a file without any with it", async () => {
    const { test, project, write } = setUp("exit 0");
    await test();
    write(".hookline/tests/all.json", { cases: [aCommand("pwd", { verdict: "pass" })] });
    expect((await test({ update: true })).snapshots.removed).toBe(1);
    expect(existsSync(join(project, snap))).toBe(false);
  });

  it("in a file that cannot be read is an error", async () => {
    const { test, write } = setUp("exit 0");
    write(snap, "no json");
    expect(summary(await test())).toEqual([["ls", "error", expect.stringContaining("is no JSON object")]]);
    expect((await test({ update: true })).snapshots.written).toBe(1);
  });

  it("counts as noticed when a change to the hooks makes another", async () => {
    const { test } = setUp("echo no >&2; exit 2");
    await test();
    const { mutants } = await test({ mutate: true });
    expect(mutants.map(({ mutant, noticedBy }) => [mutant.kind, noticedBy !== null])).toEqual([
      ["pass", true],
      ["drop", true],
    ]);
  });
});
