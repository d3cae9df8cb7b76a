import { copyFileSync, cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openTrail } from "../../src/audit/open-trail.ts";
import { realDisk } from "../../src/system/disk.ts";
import { aDenial, anExecution } from "../audit/export/records.ts";
import { usualSettings } from "../audit/export/trails.ts";
import { type AuditPlace, auditPlace, mistake } from "./audit-place.ts";

const recorded = async () => {
  const place = auditPlace();
  await place.record([aDenial(), anExecution(), aDenial("second")]);
  return { ...place, file: join(place.folder, "main/000001.jsonl") };
};
const change = (file: string, from: string, to: string) =>
  writeFileSync(file, readFileSync(file, "utf8").replace(from, to));

describe("hookline audit verify", () => {
  it("is 0 for a trail that is as it was written, in words that people read", async () => {
    const place = await recorded();
    const { status, stdout, stderr } = await place.audit("verify");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(
      /^Intact: [^\n]+\nmain: 4 records, 1 file, no gaps, last checkpoint \d{4}-\d\d-\d\d \d\d:\d\d:\d\d by key \S{12}…\n$/,
    );
    expect(await place.audit("verify", "--quiet")).toEqual({ status: 0, stdout: "", stderr: "" });
    expect((await place.audit("verify", "--chain", "main")).status).toBe(0);
  });

  // shows: W-032
  it("is 2 for one that was changed, and says what and where", async () => {
    const place = await recorded();
    change(place.file, "no force pushes", "all was fine");
    const { status, stdout } = await place.audit("verify");
    expect(status).toBe(2);
    expect(stdout).toMatch(/^Tampered: /);
    expect(stdout).toMatch(/^main\/000001\.jsonl:\d+: changed \(record \d\): /m);
    const report = JSON.parse((await place.audit("verify", "--json")).stdout);
    expect(report).toMatchObject({
      folder: place.folder,
      status: "tampered",
      chains: [{ chain: "main", status: "tampered" }],
    });
    expect(report.chains[0].problems[0]).toMatchObject({
      what: "changed",
      where: expect.stringContaining("000001.jsonl:"),
    });
  });

  it.each<[string, (place: AuditPlace & { readonly file: string }) => void]>([
    [
      "the last record is cut off",
      ({ file }) =>
        writeFileSync(file, readFileSync(file, "utf8").split("\n").slice(0, 3).join("\n").concat("\n")),
    ],
    [
      "a record is taken away",
      ({ file }) => writeFileSync(file, readFileSync(file, "utf8").split("\n").toSpliced(1, 1).join("\n")),
    ],
    ["all chains are gone", ({ folder }) => rmSync(join(folder, "main"), { recursive: true })],
    ["the only file is gone", ({ file }) => rmSync(file)],
  ])("is 2 if %s", async (_, forge) => {
    const place = await recorded();
    forge(place);
    const { status, stdout, stderr } = await place.audit("verify");
    expect([status, stderr]).toEqual([2, ""]);
    expect(stdout).toMatch(/^Tampered: /);
    expect(stdout.split("\n").length).toBeGreaterThan(2);
  });

  it("holds the trail against a checkpoint and a key that were kept elsewhere", async () => {
    const place = await recorded();
    const kept = join(place.project, "kept");
    copyFileSync(join(place.folder, "main/checkpoints"), kept);
    const [{ key = "" } = {}] = JSON.parse((await place.audit("keys", "--json")).stdout);
    await place.record([aDenial("third")]);
    const against = ["--checkpoint", "kept", "--key", key];
    expect((await place.audit("verify", ...against)).status).toBe(0);
    // As its owner anybody can write another trail, and sign it.
    rmSync(place.folder, { recursive: true });
    await place.record([aDenial("it never happened"), anExecution(), aDenial("second"), aDenial("third")]);
    expect((await place.audit("verify")).status).toBe(0);
    expect((await place.audit("verify", "--checkpoint", "kept")).status).toBe(2);
    expect((await place.audit("verify", "--key", key)).status).toBe(2);
    const single = readFileSync(kept, "utf8").trimEnd().concat("\n");
    place.write("single", single);
    expect((await place.audit("verify", "--checkpoint", "single")).status).toBe(2);
  });

  it("refuses a key and a checkpoint that are none", async () => {
    const place = await recorded();
    place.write("empty", "");
    place.write("words", "not a checkpoint\n\n");
    for (const file of ["empty", "words"])
      expect(mistake(await place.audit("verify", "--checkpoint", file))).toContain(
        "no signed checkpoint is in it",
      );
    expect(mistake(await place.audit("verify", "--key", "abc"))).toContain("that is no public key");
  });

  it("is 1 for a copy without its keys, unless a key is given; then it says what that leaves open", async () => {
    const place = await recorded();
    const copy = join(place.project, "copy");
    cpSync(place.folder, copy, { recursive: true });
    rmSync(join(copy, "keys"), { recursive: true });
    const unknown = await place.audit("verify", "--folder", "copy");
    expect(unknown.status).toBe(1);
    expect(unknown.stdout).toMatch(/^Unreadable: [\s\S]*^keys\/public\.json: no-key: .* --key names /m);
    const [{ key = "" } = {}] = JSON.parse((await place.audit("keys", "--json")).stdout);
    const { status, stdout } = await place.audit("verify", "--folder", "copy", "--key", key);
    expect(status).toBe(0);
    expect(stdout).toContain("the key beside the trail is not here");
  });
});

describe("a process that died while it wrote", () => {
  it("leaves a torn last line: 3, and never tampered", async () => {
    const place = await recorded();
    let dead = false;
    const alive = <A extends unknown[], R>(work: (...args: A) => R) => {
      return (...args: A): R => {
        if (dead) throw new Error("nothing is written by the dead");
        return work(...args);
      };
    };
    const { replace, writeAt, cut, append, ...rest } = realDisk;
    const half = (fd: number, bytes: Uint8Array) => {
      append(fd, bytes.subarray(0, bytes.length / 2));
      dead = true;
      throw new Error("killed");
    };
    const disk = {
      ...rest,
      replace: alive(replace),
      writeAt: alive(writeAt),
      cut: alive(cut),
      append: alive(half),
    };
    const trail = openTrail(usualSettings, place.folder, { disk });
    expect(() => trail.write(aDenial("half"), undefined)).toThrow("killed");
    const { status, stdout, stderr } = await place.audit("verify");
    expect([status, stderr]).toEqual([3, ""]);
    expect(stdout).toMatch(/^Torn: /);
    expect(stdout).toMatch(/^main\/000001\.jsonl:5: torn-line \(record 5\): /m);
    expect((await place.audit("query", "--verdict", "deny")).stdout.trimEnd().split("\n")).toHaveLength(2);
  });
});
