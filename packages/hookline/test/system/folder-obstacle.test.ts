import { chmodSync, chownSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderObstacle, ownAgain } from "../../src/system/folder-obstacle.ts";
import { privateFolder } from "../../src/system/state-folder.ts";
import { temporaryFolder } from "./command.ts";

const isRoot = process.geteuid?.() === 0;

it("nothing is in the way of a folder that is there, is linked to, or can be made", () => {
  const root = temporaryFolder();
  symlinkSync(root, join(root, "link"));
  for (const path of [root, join(root, "link"), join(root, "a"), join(root, "link/a/b/c"), "/"])
    expect(folderObstacle(path)).toBeNull();
});

it("a file, a link to nothing and a loop are in the way, also further up, and making the folder says so", () => {
  const root = temporaryFolder();
  const [file, gone, loop] = ["file", "gone", "loop it"].map((name) => join(root, name)) as [
    string,
    string,
    string,
  ];
  writeFileSync(file, "");
  symlinkSync(join(root, "nowhere/x"), gone);
  symlinkSync(loop, loop);
  for (const [path, mend] of [
    [file, `move it away: mv ${file} ${file}.old`],
    [gone, `remove it: rm ${gone}`],
    [loop, `remove it: rm '${loop}'`],
  ] as const) {
    for (const one of [path, join(path, "a"), join(path, "a/b")]) {
      expect(folderObstacle(one)).toMatchObject({ why: expect.stringContaining(`${path} is `), mend });
      expect(() => privateFolder(one)).toThrow(`; ${mend}`);
    }
  }
});

it.skipIf(isRoot)("a folder that may not be written to or looked into is in the way", () => {
  const shut = join(temporaryFolder(), "shut");
  mkdirSync(shut);
  for (const mode of [0o500, 0o000]) {
    chmodSync(shut, mode);
    expect(folderObstacle(join(shut, "a/b"))?.mend).toBe(`chmod u+rwx ${shut}`);
  }
  chmodSync(shut, 0o700);
});

it.skipIf(isRoot)("nobody is told to take over a folder above, which is another user's", () => {
  const own = process.geteuid?.();
  const { why, mend } = folderObstacle("/no-such-home/.local/state/hookline") ?? {};
  expect(why).toBe("/no-such-home cannot be made, since you may not write to /");
  expect(mend).toBe(`sudo install -d -o ${own} /no-such-home, or let XDG_STATE_HOME name a folder of yours`);
});

it("what belongs to another user needs another owner, not other permissions", () => {
  const folder = temporaryFolder();
  expect(ownAgain(folder)).toBe(`chmod u+rwx ${folder}`);
  if (isRoot) chownSync(folder, 65534, 65534);
  const foreign = isRoot ? folder : "/";
  expect(ownAgain(foreign)).toContain(`sudo chown -R ${process.geteuid?.()} ${foreign}, or`);
});
