import { describe, expect, it } from "vitest";
import { bench, type Report } from "./modules.ts";

describe("npm run bench", () => {
  it("says what it can do", () => {
    const { status, stdout } = bench(["--help"]);
    expect(status).toBe(0);
    for (const word of [
      "--json",
      "--strict",
      "--peers",
      "--guard",
      "--soak",
      "Exit status",
      "spawning, stopping",
    ])
      expect(stdout).toContain(word);
  });

  it.each([
    [["--jsn"], /^Unknown option '--jsn'.*--help/],
    [["--soak", "--seconds", "soon"], /^--seconds soon is no time\n$/],
    [["redactoin"], /^nothing is called redactoin: choose of .*redaction/],
  ])("refuses %j in one line", (args, said) => {
    const { status, stdout, stderr } = bench(args);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(said);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  it("measures one part without what distorts, and gives all of it to a program", () => {
    const { status, stdout, stderr } = bench(["redaction", "--quick", "--json"], { NODE_DEBUG: "none" });
    expect(status, stderr).toBe(0);
    expect(stderr).toMatch(
      /^measured without .*NODE_DEBUG.*\n.*measuring taking secrets out …\n.* s {2}in all\n$/,
    );
    const report: Report = JSON.parse(stdout);
    expect(report).toMatchObject({ quick: true, backend: expect.stringMatching(/^(native|pool|direct)$/) });
    expect(report.goals.every(({ met }) => met === null)).toBe(true);
    expect(report.rows.map(({ name }) => name)).toContain("redaction/secrets-out-of-a-log-8-kib");
    for (const { baseline = 0, value = 0, ratio, against } of report.rows) {
      expect(ratio).toBeCloseTo(value / baseline);
      expect(against).toBe("one walk over the text");
    }
  });
});
