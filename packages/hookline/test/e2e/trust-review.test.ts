import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { listVerb } from "../../src/cli/trust/list.ts";
import { commands, type Scratch, scratch } from "../engine/scratch.ts";
import { onTerminal } from "./on-terminal.ts";
import { cli } from "./run-cli.ts";

const script = (twelfth: string) =>
  Array.from({ length: 20 }, (_, index) => (index === 11 ? twelfth : `# line ${index + 1}`))
    .join("\n")
    .concat("\n");

function project() {
  const place = scratch(
    commands({ id: "guard", command: "sh scripts/guard.sh" }, { id: "diff", command: "true" }),
  );
  place.write("scripts/guard.sh", script("exit 0"));
  return place;
}

const run = (place: Scratch, ...args: string[]) =>
  cli(["trust", ...args], { cwd: place.project, env: place.env });
const texts = ({ home }: Scratch) => join(home, ".local/state/hookline/trust");

describe("hookline trust list, approve, revoke and diff", () => {
  it("show what was approved when, and every line that has changed since", async () => {
    const place = project();
    expect((await run(place, "approve", "guard", "diff")).stdout).toMatch(
      /^approved {2}guard[\s\S]*approved {2}diff/,
    );
    expect((await run(place, "diff")).stdout).toBe("no hook has changed since it was approved\n");
    place.write("scripts/guard.sh", script("exit 2 \u001b[2J"));
    place.write(".hookline/hooks.json", {
      hooks: commands({ id: "guard", command: "sh scripts/guard.sh --fast" }),
    });
    const { stdout, status } = await run(place, "diff", "guard");
    expect(status).toBe(0);
    expect(stdout).toContain("  since it was approved: scripts/guard.sh line 12 changed\n");
    expect(stdout).toContain(
      "@@ -9,7 +9,7 @@\n # line 9\n # line 10\n # line 11\n-exit 0\n+exit 2 \\u001b[2J\n # line 13\n",
    );
    expect(stdout).toContain(
      '-    "command": "sh scripts/guard.sh"\n+    "command": "sh scripts/guard.sh --fast"\n',
    );
    const listed = await run(place, "list", "--json");
    const rows = JSON.parse(listed.stdout);
    const fits = new Ajv2020().compile(listVerb.answers ?? {});
    expect([fits(rows), fits.errors]).toEqual([true, null]);
    expect(rows).toMatchObject([
      { id: "guard", state: "modified", changes: ["its command changed", "scripts/guard.sh changed"] },
      { id: "diff", state: "gone", event: null },
    ]);
    expect((await run(place, "list")).stdout).toMatch(
      /^modified {2}guard {2}approved just now {2}\.hookline\/hooks\.json:\d+:\d+\n {4}since then, its command changed\n/,
    );
  });

  it("keep texts for the owner alone, and forget them with the approval", async () => {
    const place = project();
    await run(place, "--all");
    const [name = ""] = readdirSync(texts(place));
    expect([statSync(texts(place)).mode & 0o777, statSync(join(texts(place), name)).mode & 0o777]).toEqual([
      0o700, 0o600,
    ]);
    await run(place, "revoke", "guard");
    expect(readdirSync(texts(place))).toEqual([]);
    expect((await run(place, "diff", "guard")).stdout).toContain("was never approved");
    expect((await run(place, "diff", "diff")).stdout).toContain(
      "has not changed since it was approved, just now",
    );
  });

  it("say where a text is not there, and that of a store which somebody changed nothing counts", async () => {
    const place = project();
    place.write("scripts/guard.sh", `${"# long\n".repeat(20_000)}`);
    await run(place, "--all");
    expect(existsSync(texts(place)) ? readdirSync(texts(place)) : []).toEqual([]);
    place.write("scripts/guard.sh", "exit 0\n");
    expect((await run(place, "diff")).stdout).toContain(
      "scripts/guard.sh changed (its text as it was approved is not kept:",
    );
    await run(place, "--all");
    const [name = ""] = readdirSync(texts(place));
    place.write(join(texts(place), name), "exit 1 # not what was approved\n");
    place.write("scripts/guard.sh", "exit 3\n");
    expect((await run(place, "diff")).stdout).not.toContain("not what was approved");
    rmSync(texts(place), { recursive: true });
    expect((await run(place, "diff")).stdout).toContain("is not kept");
  });

  it("refuse a wrong call in one line", async () => {
    const place = project();
    const [nothing, typo, option, help] = await Promise.all([
      run(place, "approve"),
      run(place, "diff", "gaurd"),
      run(place, "list", "--jsn"),
      run(place, "diff", "--help"),
    ]);
    expect([nothing?.status, nothing?.stderr]).toEqual([
      1,
      "hookline: name the hooks that you approve, or --all\n",
    ]);
    expect([typo?.status, typo?.stderr]).toEqual([
      1,
      'hookline: there is no hook "gaurd"; did you mean "guard"?\n',
    ]);
    expect([option?.status, option?.stdout]).toEqual([1, ""]);
    expect(help?.stdout).toContain("hookline trust diff guard-1");
  });
});

describe("hookline trust on a terminal", () => {
  it("shows each hook with its script, or what changed in it, and asks", async () => {
    const place = project();
    const on = (steps: readonly (readonly [string, string])[]) =>
      onTerminal(["trust"], { cwd: place.project, env: place.env, steps });
    const first = await on([
      ["may guard run here?", "\u001b[B\r"],
      ["may diff run here?", "\r"],
    ]);
    expect([first.stderr, first.status]).toEqual(["", 0]);
    expect(first.stdout).toContain("# line 20");
    expect(first.stdout).toContain("1 approved, 1 not approved");
    place.write("scripts/guard.sh", script("exit 7"));
    const second = await on([["may guard run here?", "\u001b[A\r"]]);
    expect(second.stdout).toContain("\u001b[32m+exit 7");
    expect(second.stdout).toContain("0 approved, 2 not approved");
    expect((await run(place, "list")).stdout).toMatch(/^modified {2}guard/);
  });
});
