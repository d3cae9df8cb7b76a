import { mkdirSync, mkdtempSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { HooklineError } from "../../src/contract/errors.ts";
import { privateFolder } from "../../src/system/state-folder.ts";
import { removeFolder } from "../remove-folder.ts";

function place() {
  const root = mkdtempSync(join(tmpdir(), "hookline-state-"));
  onTestFinished(() => removeFolder(root));
  return root;
}

it("makes a private folder with its parents, and leaves those that are there as they are", () => {
  const root = place();
  mkdirSync(join(root, "open"), { mode: 0o755 });
  const made = privateFolder(join(root, "open/a/b"));
  expect([made, privateFolder(made)]).toEqual([join(root, "open/a/b"), made]);
  const modes = ["open", "open/a", "open/a/b"].map((path) => statSync(join(root, path)).mode & 0o777);
  expect(modes).toEqual([0o755, 0o700, 0o700]);
  symlinkSync("open", join(root, "link"));
  privateFolder(join(root, "link/c"));
  expect(statSync(join(root, "open/c")).isDirectory()).toBe(true);
});

it("says so where no folder can be", () => {
  const root = place();
  writeFileSync(join(root, "file"), "");
  symlinkSync("nowhere", join(root, "dangling"));
  for (const path of ["file", "file/below", "dangling", "dangling/below"])
    expect(() => privateFolder(join(root, path)), path).toThrow(HooklineError);
});

// Node's own way never comes back from there.
it.runIf(process.platform === "linux")("says so in a folder of the kernel", () => {
  expect(() => privateFolder("/proc/hookline")).toThrow(HooklineError);
  expect(() => privateFolder("/proc/hookline/keys")).toThrow(HooklineError);
});
