import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Approval, readApprovals, writeApprovals } from "../../src/config/trust/approvals.ts";
import { trustKeyPath } from "../../src/config/trust/trust-key.ts";
import { openTrustStore } from "../../src/config/trust/trust-store.ts";
import { removeFolder } from "../remove-folder.ts";

const approval = (hook: string, digest = `digest-of-${hook}`): Approval => ({
  project: "/p",
  source: "/p/.hookline/hooks.json",
  hook,
  digest,
  entry: { event: "PreToolUse", matcher: null, hook: { type: "command", command: "sh guard.sh" } },
  files: [{ path: "/p/guard.sh", digest: "00", program: false }],
  at: "2026-01-01T00:00:00.000Z",
});

function place() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "hookline-trust-")));
  onTestFinished(() => removeFolder(root));
  const folder = join(root, "state");
  return { root, folder, path: join(folder, "trust.json"), key: trustKeyPath(folder) };
}

describe("the store of approvals", () => {
  it("keeps what was approved, for its owner alone, with a key that is not in it", async () => {
    const { folder, path, key } = place();
    const store = openTrustStore(folder);
    expect([store.isApproved("digest-of-a"), store.problem()]).toEqual([false, null]);
    await store.approve([approval("a")]);
    await openTrustStore(folder).approve([approval("b")]);
    expect(store.isApproved("digest-of-a")).toBe(true);
    expect(store.isApproved("digest-of-b")).toBe(true);
    expect(store.last({ project: "/p", source: "/p/.hookline/hooks.json", hook: "a" })).toEqual(
      approval("a"),
    );
    expect([folder, path, key].map((one) => statSync(one).mode & 0o777)).toEqual([0o700, 0o600, 0o600]);
    expect(readFileSync(path, "utf8")).not.toContain(readFileSync(key, "utf8").trim());
  });

  it("approves nothing that was written without the key, nor anything beside it, and says what to do", async () => {
    const { folder, path } = place();
    const store = openTrustStore(folder);
    await store.approve([approval("a")]);
    const written = JSON.parse(readFileSync(path, "utf8"));
    const forged = { ...approval("evil"), mac: written.approved[0].mac };
    writeFileSync(path, JSON.stringify({ ...written, approved: [...written.approved, forged] }));
    expect([store.isApproved("digest-of-evil"), store.isApproved("digest-of-a")]).toEqual([false, false]);
    expect(store.problem()).toEqual({
      why: expect.stringContaining("not written with your key"),
      mend: expect.stringContaining(`rm ${path}`),
    });
    await expect(store.approve([approval("b")])).rejects.toThrow(/not written with your key.*rm /s);
    rmSync(path);
    await store.approve([approval("b")]);
    expect([store.isApproved("digest-of-a"), store.isApproved("digest-of-b")]).toEqual([false, true]);
  });

  it("approves nothing with the key of somebody else, or none", async () => {
    const [mine, theirs] = [place(), place()];
    await openTrustStore(mine.folder).approve([approval("a")]);
    await openTrustStore(theirs.folder).approve([approval("b")]);
    copyFileSync(theirs.path, mine.path);
    expect(openTrustStore(mine.folder).isApproved("digest-of-b")).toBe(false);
    rmSync(theirs.key);
    expect(openTrustStore(theirs.folder).isApproved("digest-of-b")).toBe(false);
    expect(openTrustStore(theirs.folder).problem()?.why).toContain("trust.key is gone");
    await expect(openTrustStore(theirs.folder).approve([approval("c")])).rejects.toThrow("trust.key is gone");
  });

  it("asks again for what an older version approved, and says so", async () => {
    const { folder, path } = place();
    mkdirSync(folder, { mode: 0o700 });
    writeFileSync(path, JSON.stringify({ version: 1, approved: { old: { hook: "a" } } }), { mode: 0o600 });
    const store = openTrustStore(folder);
    expect(store.isApproved("old")).toBe(false);
    expect(store.problem()).toEqual({
      why: expect.stringContaining("older version"),
      mend: expect.stringContaining("hookline trust"),
    });
    await store.approve([approval("a")]);
    expect([store.isApproved("digest-of-a"), store.isApproved("old"), store.problem()]).toEqual([
      true,
      false,
      null,
    ]);
  });

  it.each([
    "{half",
    "[]",
    "null",
    '{"version":3,"approved":[]}',
    '{"version":2,"approved":{}}',
    '{"version":2}',
  ])("approves nothing that is no store, and does not write over it: %s", async (text) => {
    const { folder, path } = place();
    const store = openTrustStore(folder);
    await store.approve([approval("a")]);
    writeFileSync(path, text);
    expect(store.isApproved("digest-of-a")).toBe(false);
    await expect(store.approve([approval("b")])).rejects.toThrow("cannot be read");
    expect(readFileSync(path, "utf8")).toBe(text);
  });

  it.each([
    [
      "the store can be written by others",
      ({ path }: ReturnType<typeof place>) => chmodSync(path, 0o666),
      "trust.json can be written by everybody",
    ],
    [
      "the key can be read by others",
      ({ key }: ReturnType<typeof place>) => chmodSync(key, 0o644),
      "trust.key can be read by everybody",
    ],
    [
      "the folder can be written by others",
      ({ folder }: ReturnType<typeof place>) => chmodSync(folder, 0o777),
      "which can be written by everybody",
    ],
    [
      "the folder of the key can be written by others",
      ({ key }: ReturnType<typeof place>) => chmodSync(join(key, ".."), 0o770),
      "which can be written by its group",
    ],
    ["the store is a link", ({ path }: ReturnType<typeof place>) => moved(path), "trust.json is a link"],
    ["the key is a link", ({ key }: ReturnType<typeof place>) => moved(key), "trust.key is a link"],
    [
      "the key is none",
      ({ key }: ReturnType<typeof place>) => writeFileSync(key, "secret\n"),
      "holds no key",
    ],
  ])("approves nothing when %s", async (_what, change, why) => {
    const where = place();
    await openTrustStore(where.folder).approve([approval("a")]);
    change(where);
    const store = openTrustStore(where.folder);
    expect(store.isApproved("digest-of-a")).toBe(false);
    expect(store.problem()?.why).toContain(why);
    expect(store.problem()?.mend).toMatch(/chmod|rm |put the file itself/);
    await expect(store.approve([approval("b")])).rejects.toThrow(why);
  });

  it("notices at once that somebody has opened the key to others", async () => {
    const { folder, key } = place();
    const store = openTrustStore(folder);
    await store.approve([approval("a")]);
    expect(store.isApproved("digest-of-a")).toBe(true);
    chmodSync(key, 0o666);
    expect(store.isApproved("digest-of-a")).toBe(false);
    chmodSync(key, 0o600);
    expect(store.isApproved("digest-of-a")).toBe(true);
  });

  it("takes back for good: not even a copy of the store from before counts again", async () => {
    const { root, folder, path } = place();
    const store = openTrustStore(folder);
    await store.approve([approval("a"), approval("b")]);
    copyFileSync(path, join(root, "copy"));
    expect(await store.revoke(({ hook }) => hook === "a")).toBe(1);
    expect([store.isApproved("digest-of-a"), store.isApproved("digest-of-b")]).toEqual([false, true]);
    expect(await store.revoke(({ hook }) => hook === "a")).toBe(0);
    expect(store.isApproved("digest-of-b")).toBe(true);
    copyFileSync(join(root, "copy"), path);
    expect([store.isApproved("digest-of-a"), store.isApproved("digest-of-b")]).toEqual([false, false]);
    expect(store.problem()?.why).toContain("not written with your key");
  });

  it("counts with both keys while one takes the place of the other, so that a crash between loses nothing", async () => {
    const { folder, key } = place();
    const store = openTrustStore(folder);
    await store.approve([approval("a")]);
    writeFileSync(key, `${"ab".repeat(32)}\n${readFileSync(key, "utf8")}`);
    expect(store.isApproved("digest-of-a")).toBe(true);
    await store.approve([approval("b")]);
    expect(readFileSync(key, "utf8")).toBe(`${"ab".repeat(32)}\n`);
    expect([store.isApproved("digest-of-a"), store.isApproved("digest-of-b")]).toEqual([true, true]);
  });

  it("loses no approval when many give one at once", async () => {
    const { folder } = place();
    const names = Array.from({ length: 20 }, (_, number) => `hook-${number}`);
    await Promise.all(names.map((name) => openTrustStore(folder).approve([approval(name)])));
    const store = openTrustStore(folder);
    expect(names.filter((name) => !store.isApproved(`digest-of-${name}`))).toEqual([]);
  });

  it("keeps the last twenty states of a hook, and all hooks", async () => {
    const { folder } = place();
    const store = openTrustStore(folder);
    await store.approve([
      approval("other"),
      ...Array.from({ length: 25 }, (_, n) => approval("a", `state-${n}`)),
    ]);
    expect(Array.from({ length: 25 }, (_, n) => n).filter((n) => store.isApproved(`state-${n}`))[0]).toBe(5);
    expect(store.isApproved("digest-of-other")).toBe(true);
    expect(store.last(approval("a"))?.digest).toBe("state-24");
  });

  it("does not let one project take the room of the others, nor grow beyond what can be read again", async () => {
    const { folder } = place();
    const store = openTrustStore(folder);
    await store.approve([approval("mine")]);
    const many = (length: number) =>
      Array.from({ length }, (_, number) => ({ ...approval(`hook-${number}`), project: "/greedy" }));
    await expect(store.approve(many(1_001))).rejects.toThrow(
      /^\/greedy: a project may have 1000 approvals: nothing was approved; approve fewer hooks, or run/,
    );
    expect([store.isApproved("digest-of-mine"), store.isApproved("digest-of-hook-0")]).toEqual([true, false]);
    await store.approve(many(1_000));
    const large = { ...approval("large"), entry: { text: "x".repeat(9 * 1024 * 1024) } };
    await expect(store.approve([large])).rejects.toThrow("would be too large; approve fewer hooks, or run");
    await store.approve([approval("also-mine")]);
    const names = ["mine", "also-mine", "hook-0", "hook-999"];
    expect(names.filter((name) => !store.isApproved(`digest-of-${name}`))).toEqual([]);
    expect(store.approvalsOf("/p").map(({ hook }) => hook)).toEqual(["mine", "also-mine"]);
    expect(await store.revoke(({ project }) => project === "/greedy")).toBe(1_000);
    expect(store.isApproved("digest-of-mine")).toBe(true);
  });

  it("does not lie in the project, which would approve itself; but home may be the project", async () => {
    const { root, folder } = place();
    const inProject = openTrustStore(folder, { projectDir: root, home: "/elsewhere" });
    await openTrustStore(folder).approve([approval("a")]);
    expect(inProject.isApproved("digest-of-a")).toBe(false);
    expect(inProject.problem()?.why).toContain("must not approve itself");
    await expect(inProject.approve([approval("b")])).rejects.toThrow("must not approve itself");
    expect(openTrustStore(folder, { projectDir: root, home: root }).isApproved("digest-of-a")).toBe(true);
    const beside = openTrustStore(folder, { projectDir: join(root, "project"), home: root });
    expect(beside.isApproved("digest-of-a")).toBe(true);
  });

  it("does not lie in the project behind a link, either", async () => {
    const { root, folder } = place();
    await openTrustStore(folder).approve([approval("a")]);
    mkdirSync(join(root, "project"));
    renameSync(folder, join(root, "project", "state"));
    symlinkSync("project/state", folder);
    const store = openTrustStore(folder, { projectDir: join(root, "project"), home: "/elsewhere" });
    expect(store.isApproved("digest-of-a")).toBe(false);
  });
});

describe("the seal of an approval", () => {
  const key = "0f".repeat(32);
  const text = writeApprovals([approval("a"), approval("b")], key);

  it("is over all of it: no change of a character leaves other approvals in force", () => {
    expect(readApprovals(text, [key])).toEqual({
      kind: "approvals",
      approvals: [approval("a"), approval("b")],
    });
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.string({ minLength: 1, maxLength: 1 }), (place, sign) => {
        const read = readApprovals(text.slice(0, place) + sign + text.slice(place + 1), [key]);
        // White space and the order of keys may change; what is approved may not.
        if (read.kind === "approvals") expect(read.approvals).toEqual([approval("a"), approval("b")]);
      }),
      { numRuns: 500 },
    );
  });

  it("is worth nothing under another key", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const other = Buffer.from(bytes).toString("hex");
        fc.pre(other !== key);
        expect(readApprovals(text, [other])).toEqual({ kind: "forged" });
      }),
      { numRuns: 50 },
    );
  });

  it("does not pass from one approval to another", () => {
    const { approved } = JSON.parse(text);
    for (const name of Object.keys(approval("a"))) {
      const other = { ...approved[0], [name]: name === "files" ? [] : name === "entry" ? {} : "x" };
      expect([name, readApprovals(JSON.stringify({ version: 2, approved: [other] }), [key])]).toEqual([
        name,
        { kind: "forged" },
      ]);
    }
  });
});

function moved(path: string): void {
  renameSync(path, `${path}.real`);
  symlinkSync(`${path}.real`, path);
}
