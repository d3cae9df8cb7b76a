import { readFileSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aDecision, aDenial, aHook, anExecution } from "../audit/export/records.ts";
import { auditPlace, mistake } from "./audit-place.ts";

const hostile = '=cmd|"/c calc"!A1<script>alert(1)</script>';

describe("hookline audit export", () => {
  it("writes every form, of the records that are asked for", async () => {
    const place = auditPlace();
    const failed = aDecision({ hooks: [aHook({ id: "lint", fault: "crash", failedOpen: true })] });
    await place.record([aDenial(hostile), anExecution(), failed]);
    const of = async (...args: string[]) => {
      const { status, stdout, stderr } = await place.audit("export", ...args);
      expect([status, stderr]).toEqual([0, ""]);
      return stdout;
    };
    expect(await of("--format", "jsonl")).toBe(readFileSync(join(place.folder, "main/000001.jsonl"), "utf8"));
    expect(await of("--json")).toBe(await of());
    const csv = (await of("--format", "csv", "--verdict", "deny")).split("\r\n");
    expect(csv).toHaveLength(3);
    expect(csv[1]).toContain(`"'=cmd|""/c calc""!A1<script>alert(1)</script>"`);
    const events = (await of("--format", "ocsf", "--tool", "Bash"))
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(events.map(({ class_uid, disposition }) => [class_uid, disposition])).toEqual([
      [6003, "Blocked"],
      [6003, "Allowed"],
      [6003, "No Action"],
    ]);
    const page = await of("--format", "html", "--tool", "Bash", "--since", "1h");
    expect(page).toContain('<section class="result intact"><strong>Intact: ');
    expect(page).toContain("Only tool Bash, since 1h");
    expect(page).toContain("&lt;script&gt;");
    expect(page).not.toContain("<script");
  });

  it("says on the page that the trail was tampered with", async () => {
    const place = auditPlace();
    await place.record([aDenial()]);
    const file = join(place.folder, "main/000001.jsonl");
    place.write(file, readFileSync(file, "utf8").replace("no force", "yes force"));
    const { stdout } = await place.audit("export", "--format", "html");
    expect(stdout).toContain('<section class="result tampered"><strong>Tampered: ');
    expect(stdout).toMatch(/000001\.jsonl:\d+: changed/);
  });

  it("writes a file for its owner alone, and replaces none unasked", async () => {
    const place = auditPlace();
    await place.record([aDenial()]);
    const args = ["export", "--format", "html", "--output", "report.html"];
    expect(await place.audit(...args)).toEqual({ status: 0, stdout: "", stderr: "" });
    const path = join(place.project, "report.html");
    expect(readFileSync(path, "utf8")).toMatch(/^<!doctype html>[\s\S]*<\/html>\n$/);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    place.write("report.html", "mine");
    expect(mistake(await place.audit(...args))).toContain("there is a file already; --force replaces it");
    expect(readFileSync(path, "utf8")).toBe("mine");
    expect((await place.audit(...args, "--force")).status).toBe(0);
    expect(readFileSync(path, "utf8")).toMatch(/^<!doctype html>/);
    symlinkSync(path, join(place.project, "link"));
    expect(mistake(await place.audit("export", "--output", "link", "--force"))).toContain("no regular file");
    expect((await place.audit("export", "--output", "-")).stdout).toContain('"kind":"decision"');
  });

  it("leaves nothing behind where it cannot write", async () => {
    const place = auditPlace();
    await place.record([aDenial()]);
    expect((await place.audit("export", "--output", "/dev/full", "--force")).stderr).toContain(
      "no regular file",
    );
    place.write("old", "old");
    expect(mistake(await place.audit("export", "--format", "html", "--output", "old/below"))).toContain(
      "--output old/below: ",
    );
  });
});
