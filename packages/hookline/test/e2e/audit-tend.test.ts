import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { aDenial, anExecution } from "../audit/export/records.ts";
import { serveHttp } from "../system/loopback-server.ts";
import { auditPlace, mistake } from "./audit-place.ts";
import { cli } from "./run-cli.ts";

const push = { entry: aDenial(), payload: { tool_input: { command: "git push -f" } } };

describe("hookline audit show", () => {
  it("shows a record in full, its payload, what then happened and its proof", async () => {
    const place = auditPlace();
    await place.record([push, anExecution()], { payloads: "full" });
    for (const name of ["2", "main/2", "0198-event"]) {
      const { status, stdout } = await place.audit("show", name);
      expect(status).toBe(0);
      expect(stdout).toMatch(/deny Bash `git push -f` by guard-push: no force pushes {2}main\/2$/m);
      expect(stdout).toMatch(/^ {2}who +ada on box, process 4711, agent reviewer \(a-1\)$/m);
      expect(stdout).toMatch(
        /^ {2}hook guard-push {2}command {2}deny {2}13 ms {2}\.hookline\/hooks\.json:4:9$/m,
      );
      expect(stdout).toMatch(/^ {8}"command": "git push -f"$/m);
      expect(stdout).toMatch(/^ {2}then: .* ran Bash in 20 ms {2}main\/3$/m);
      expect(stdout).toMatch(/^ {2}proof +record 2 is one of the 3 records of \S+, signed with key \S+…$/m);
    }
    const execution = JSON.parse((await place.audit("show", "3", "--json")).stdout);
    expect(execution).toMatchObject({
      record: { seq: 3, kind: "execution" },
      ...{ where: "main/000001.jsonl:3", payload: { state: "not-kept" }, proof: { holds: true } },
      other: { seq: 2, verdict: "deny" },
    });
  });

  it("joins what two processes recorded of one call", async () => {
    const place = auditPlace();
    await place.record([aDenial(), anExecution({ decisionId: "" })]);
    expect(JSON.parse((await place.audit("show", "2", "--json")).stdout).other).toMatchObject({ seq: 3 });
    expect(JSON.parse((await place.audit("show", "3", "--json")).stdout).other).toMatchObject({ seq: 2 });
  });

  it("asks which one is meant where two chains have it", async () => {
    const place = auditPlace();
    await place.record([aDenial()]);
    await place.record([aDenial()], { chain: "other" });
    expect(mistake(await place.audit("show", "2"))).toContain(
      "2 chains have a record 2; say which: main/2, other/2",
    );
    expect((await place.audit("show", "2", "--chain", "other")).stdout).toContain("other/2");
    expect((await place.audit("show", "other/2")).stdout).toContain("other/2");
  });
});

describe("hookline audit prove", () => {
  it("proves one record to somebody who has nothing else", async () => {
    const place = auditPlace();
    await place.record([aDenial(), anExecution(), aDenial("second")]);
    const [{ key = "" } = {}] = JSON.parse((await place.audit("keys", "--json")).stdout);
    expect((await place.audit("prove", "2", "--output", "proof.json")).status).toBe(0);
    expect((await place.audit("prove", "2")).stdout).toBe(
      readFileSync(join(place.project, "proof.json"), "utf8"),
    );
    // Another machine: no trail, only the proof and the key.
    const other = auditPlace();
    other.write("proof.json", readFileSync(join(place.project, "proof.json"), "utf8"));
    const held = await other.audit("prove", "--check", "proof.json", "--key", key);
    expect(held.status).toBe(0);
    expect(held.stdout).toMatch(
      /^It holds: record 2 is one of the 4 records of [^;]+\n\S+ \S+ deny Bash by guard-push: no force pushes\n$/,
    );
    // Anybody can make a proof: without a key it shows nothing.
    const unknown = await other.audit("prove", "--check", "proof.json");
    expect(unknown.status).toBe(1);
    expect(unknown.stdout).toMatch(/^It cannot be checked: .*; who signed it was not checked .*--key names/);
    expect((await place.audit("prove", "--check", "proof.json")).stdout).toMatch(/^It holds: /);
    await other.record([aDenial()]);
    const stranger = await other.audit("prove", "--check", "proof.json");
    expect([stranger.status, stranger.stdout]).toEqual([
      2,
      expect.stringMatching(/^It does not hold: .* not signed with this key .*--key names/),
    ]);
    const json = await place.audit("prove", "--check", "proof.json", "--json");
    expect(JSON.parse(json.stdout)).toMatchObject({ holds: true, record: { seq: 2, verdict: "deny" } });
    const forged = readFileSync(join(other.project, "proof.json"), "utf8").replace("no force", "yes force");
    other.write("forged.json", forged);
    const { status, stdout } = await other.audit("prove", "--check", "forged.json");
    expect([status, stdout.startsWith("It does not hold: ")]).toEqual([2, true]);
    const wrong = `${"A".repeat(43)}=`;
    expect((await other.audit("prove", "--check", "proof.json", "--key", wrong)).status).toBe(2);
    other.write("odd.json", '{"format":"other"}');
    expect(mistake(await other.audit("prove", "--check", "odd.json"))).toContain("holds no proof");
    expect(mistake(await other.audit("prove"))).toContain("which record?");
    expect(mistake(await other.audit("prove", "2", "--check", "proof.json"))).toContain("not both");
  });
});

describe("hookline audit keys", () => {
  it("shows the keys, and changes them so that all still verifies", async () => {
    const place = auditPlace();
    await place.record([aDenial()]);
    const before = await place.audit("keys");
    expect(before.stdout).toMatch(/^\S{43}= {2}signs {2}since \S+ \S+\n$/);
    const after = await place.audit("keys", "rotate");
    expect([after.status, after.stderr]).toEqual([0, ""]);
    expect(after.stdout).toMatch(/^\S{43}= {2}signed before {2}since .*\n\S{43}= {2}signs {2}since .*\n$/);
    expect(after.stdout.slice(0, 44)).toBe(before.stdout.slice(0, 44));
    await place.record([aDenial("after")]);
    expect((await place.audit("verify")).status).toBe(0);
    expect(JSON.parse((await place.audit("keys", "rotate", "--json")).stdout)).toMatchObject([
      { current: false },
      { current: false },
      { current: true },
    ]);
    expect((await place.audit("verify")).status).toBe(0);
  });
});

describe("hookline audit erase", () => {
  it("takes the payload away; the trail holds, and says who and why", async () => {
    const place = auditPlace();
    await place.record([push], { payloads: "full" });
    const { status, stdout } = await place.audit("erase", "2", "--reason", "request 4711");
    expect([status, stdout]).toEqual([0, "erased the payload of main/2; a note in main says so\n"]);
    const verified = await place.audit("verify");
    expect(verified.status).toBe(0);
    expect(verified.stdout).toContain("1 payload erased");
    expect((await place.audit("show", "2")).stdout).toMatch(/^ {2}payload +erased .*: request 4711$/m);
    expect((await place.audit("query", "--grep", "push -f")).stderr).toBe("no record fits\n");
    expect((await place.audit("query", "--grep", "request 4711")).stdout).toContain("note payload-erased");
    expect(mistake(await place.audit("erase", "2", "--reason", "again"))).toContain("erased already");
    expect(mistake(await place.audit("erase", "2"))).toContain("--reason must say why");
  });
});

describe("hookline audit ship", () => {
  it("delivers what waits, once, and says what could not be delivered", async () => {
    const place = auditPlace();
    const copy = join(place.home, "copy.jsonl");
    const destinations = [{ type: "file", name: "copy", path: copy }];
    place.write(join(place.home, ".config/hookline/hooks.json"), { audit: { destinations }, hooks: {} });
    await place.record([aDenial(), anExecution()]);
    const sent = await place.audit("ship");
    expect(sent).toEqual({ status: 0, stdout: "copy  main  all taken, 3 records sent\n", stderr: "" });
    expect(readFileSync(copy, "utf8")).toBe(readFileSync(join(place.folder, "main/000001.jsonl"), "utf8"));
    expect((await place.audit("ship")).stdout).toBe("copy  main  all taken, 0 records sent\n");
    expect((await place.audit()).stdout).toContain("to copy: main: all taken");
    place.write(join(place.home, ".config/hookline/hooks.json"), {
      audit: { destinations: [{ type: "file", name: "none", path: join(copy, "below") }] },
      hooks: {},
    });
    const failed = await place.audit("ship", "--json");
    expect(failed.status).toBe(1);
    expect(JSON.parse(failed.stdout)).toMatchObject([
      { chain: "main", name: "none", state: "failed", sent: 0 },
    ]);
    expect((await place.audit()).stdout).toMatch(/to none: main: 3 records behind, 1 failure in a row: \S/);
  });

  // Each event would otherwise knock at a server that asked to be left alone.
  it("is started by an event for the destinations that are due, and by a person for all", async () => {
    const place = auditPlace();
    const asked = { shy: 0, good: 0 };
    const shy = await serveHttp((_request, response) => {
      asked.shy++;
      response.writeHead(503, { "retry-after": "600" }).end();
    });
    const good = await serveHttp((_request, response) => {
      asked.good++;
      response.writeHead(200).end();
    });
    onTestFinished(async () => {
      await Promise.all([shy.close(), good.close()]);
    });
    const destinations = Object.entries({ shy, good }).map(([name, { url }]) => {
      return { type: "http", name, url: url.href, secretEnv: "AUDIT_SECRET" };
    });
    place.write(join(place.home, ".config/hookline/hooks.json"), { audit: { destinations }, hooks: {} });
    const env = { ...place.env, AUDIT_SECRET: "a secret of the audit" };
    const run = (...args: string[]) =>
      cli(args, { cwd: place.project, env, input: '{"stop_hook_active":false}' });
    const cursors = join(place.folder, "main/cursors");
    for (const times of [1, 2]) {
      expect((await run("fire", "Stop", "--payload", "-")).status).toBe(0);
      await expect.poll(() => asked.good, { timeout: 10_000 }).toBe(times);
      // It has gone when it has left its locks.
      await expect
        .poll(() => readdirSync(cursors).sort(), { timeout: 10_000 })
        .toEqual(["good.json", "shy.json"]);
    }
    expect(asked).toEqual({ shy: 1, good: 2 });
    expect((await run("audit", "ship")).status).toBe(1);
    expect(asked.shy).toBe(2);
  });
});
