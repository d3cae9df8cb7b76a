import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { fileStamp, isSettled } from "../../src/system/local-files.ts";
import { ownAndRoot, readSafe, type SafetyRules } from "../../src/system/safe-file.ts";
import { removeFolder } from "../remove-folder.ts";

const isRoot = process.getuid?.() === 0;

function folder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "hookline-safe-")));
  onTestFinished(() => removeFolder(path));
  return path;
}

const rules = (more: Partial<SafetyRules> = {}): SafetyRules => ({
  owners: ownAndRoot(),
  barred: 0o022,
  links: "refused",
  under: null,
  ...more,
});

function file(path: string, mode = 0o644): string {
  writeFileSync(path, "text");
  chmodSync(path, mode);
  return path;
}

describe("a file that must be safe", () => {
  it("is read when it is, and is absent when it is not there", () => {
    const place = folder();
    expect(readSafe(file(join(place, "a")), rules())).toMatchObject({ kind: "read", file: { text: "text" } });
    expect(readSafe(join(place, "b"), rules())).toEqual({ kind: "absent" });
    expect(readSafe(join(place, "a", "b"), rules())).toEqual({ kind: "absent" });
  });

  it.each([
    [0o646, 0o022, "can be written by everybody (mode 0646)", "chmod go-w"],
    [0o664, 0o022, "can be written by its group (mode 0664)", "chmod go-w"],
    [0o602, 0o002, "can be written by everybody (mode 0602)", "chmod o-w"],
    [0o640, 0o077, "can be read by its group (mode 0640)", "chmod go="],
  ])("is not read with mode %o where %o is barred", (mode, barred, why, mend) => {
    const path = file(join(folder(), "it's"), mode);
    const read = readSafe(path, rules({ barred }));
    expect(read).toMatchObject({ kind: "unsafe", why });
    expect(read.kind === "unsafe" && read.mend).toBe(`${mend} '${path.replace("'", `'\\''`)}'`);
  });

  it("may be written by its group where only everybody is barred", () => {
    expect(readSafe(file(join(folder(), "a"), 0o664), rules({ barred: 0o002 })).kind).toBe("read");
  });

  it("is no link, unless links are followed; then what it leads to counts", () => {
    const place = folder();
    file(join(place, "open"), 0o666);
    symlinkSync("open", join(place, "link"));
    symlinkSync("nowhere", join(place, "lost"));
    symlinkSync("circle", join(place, "circle"));
    const followed = rules({ links: "followed" });
    expect(readSafe(join(place, "link"), rules())).toMatchObject({
      why: expect.stringMatching(/^is a link/),
    });
    expect(readSafe(join(place, "lost"), rules())).toMatchObject({
      why: expect.stringMatching(/^is a link/),
    });
    expect(readSafe(join(place, "link"), followed)).toMatchObject({
      why: "can be written by everybody (mode 0666)",
    });
    expect(readSafe(join(place, "lost"), followed)).toMatchObject({ why: "is a link to nothing" });
    expect(readSafe(join(place, "circle"), followed)).toMatchObject({
      why: "is a link that leads in a circle",
    });
  });

  it("is no folder and no device, and nothing waits for it", () => {
    const place = folder();
    mkdirSync(join(place, "folder"));
    expect(readSafe(join(place, "folder"), rules())).toMatchObject({
      why: expect.stringContaining("is a folder"),
    });
    expect(readSafe("/dev/zero", rules())).toMatchObject({ why: expect.stringContaining("is a device") });
  });

  it("lies in folders that nobody else can write, down from where they are looked at", () => {
    const place = folder();
    const deep = join(place, "a", "b");
    mkdirSync(deep, { recursive: true });
    const path = file(join(deep, "c"));
    const within = rules({ under: place });
    expect(readSafe(path, within).kind).toBe("read");
    chmodSync(join(place, "a"), 0o777);
    expect(readSafe(path, within)).toMatchObject({
      why: `lies in ${join(place, "a")}, which can be written by everybody (mode 0777)`,
      mend: `chmod go-w ${join(place, "a")}`,
    });
    // Where only the owner of a thing can take its place, nobody else does.
    chmodSync(join(place, "a"), 0o1777);
    expect(readSafe(path, within).kind).toBe("read");
  });

  it("is found out behind a linked folder", () => {
    const place = folder();
    mkdirSync(join(place, "real", "in"), { recursive: true });
    file(join(place, "real", "in", "c"));
    symlinkSync("real/in", join(place, "link"));
    const within = rules({ under: place });
    expect(readSafe(join(place, "link", "c"), within).kind).toBe("read");
    chmodSync(join(place, "real"), 0o777);
    expect(readSafe(join(place, "link", "c"), within)).toMatchObject({
      why: expect.stringContaining(join(place, "real")),
    });
  });

  it.runIf(isRoot)("belongs to nobody else", () => {
    const path = file(join(folder(), "a"));
    chownSync(path, 12_345, 0);
    expect(readSafe(path, rules())).toEqual({
      kind: "unsafe",
      why: "belongs to user 12345, not to root",
      mend: `chown 0 ${path}`,
    });
  });
});

it("a stamp tells one state of a file from the next only some time after the last change", () => {
  const now = BigInt(Date.now()) * 1_000_000n;
  expect([isSettled(`1:2:3:0:${now}`), isSettled(`1:2:3:0:${now - 1_000_000_000n}`)]).toEqual([false, true]);
  // A clock that was set back says nothing, either.
  expect(isSettled(`1:2:3:0:${now + 1_000_000n}`)).toBe(false);
  expect(isSettled(fileStamp(file(join(folder(), "new"))))).toBe(false);
  expect(isSettled(fileStamp("/nowhere"))).toBe(true);
});
