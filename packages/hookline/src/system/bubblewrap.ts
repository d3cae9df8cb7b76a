import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import { findProgram, realPath } from "./local-files.ts";
import { folderProblem, ownersOf, problemOf, type SafetyRules, type Unsafe } from "./safe-file.ts";

/** Where a system keeps its own programs: PATH may name a folder of the project, and bubblewrap itself runs outside of every sandbox. */
const folders = ["usr/bin", "bin", "usr/local/bin", "run/current-system/sw/bin"];

/** Bubblewrap as the system has it, below the root of a machine; why not and what to do if there is none that can be trusted. */
export function findBubblewrap(root: string): { readonly path: string } | { readonly problem: Unsafe } {
  let refused: Unsafe | null = null;
  for (const folder of folders) {
    const path = join(root, folder, "bwrap");
    if (findProgram(path, "/", "") === null) continue;
    const unsafe = unsafeProgram(path, root);
    if (unsafe === null) return { path };
    refused ??= { why: `${path} ${unsafe.why}, so it is not used`, mend: unsafe.mend };
  }
  return { problem: refused ?? absent };
}

const absent: Unsafe = {
  why: "bubblewrap (bwrap) is not in /usr/bin or another folder of the system",
  mend: "install the package bubblewrap (apt install bubblewrap, dnf install bubblewrap)",
};

/** What somebody else than the system could do to a program; null if nothing. */
function unsafeProgram(path: string, root: string): Unsafe | null {
  const rules: SafetyRules = { owners: ownersOf(root), barred: 0o022, links: "followed", under: root };
  const real = realPath(path);
  return problemOf(real, statSync(real), rules) ?? folderProblem(path, rules) ?? folderProblem(real, rules);
}

/** The kernel's files that change the whole machine for whoever is root, with or without the rights of root. */
export const machineFiles: readonly string[] = [
  ...["--ro-bind", "/proc/sys", "/proc/sys"],
  ...["sysrq-trigger", "irq", "bus", "fs", "mtrr"].flatMap((name) => [
    "--ro-bind-try",
    `/proc/${name}`,
    `/proc/${name}`,
  ]),
];

/** Tries whether bubblewrap may make a sandbox here, as in many containers it may not; gives what it said, or null. */
export function bubblewrapRefusal(path: string): string | null {
  const all = ["--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-net", "--cap-drop", "ALL"];
  const mounts = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", ...machineFiles];
  const { status, stderr, error } = spawnSync(path, [...all, ...mounts, "--", "/bin/sh", "-c", ":"], {
    encoding: "utf8",
    timeout: 10_000,
    env: {},
    stdio: ["ignore", "ignore", "pipe"],
  });
  if (status === 0) return null;
  const [said = ""] = (stderr || error?.message || "it ended without a word").split("\n", 1);
  return said.replace(/^bwrap: /, "").slice(0, 300);
}

/** What follows what bubblewrap said: what to allow, where that is known. */
export function bubblewrapAdvice(said: string): string {
  if (/RTM_NEWADDR|uid map|gid map|No permissions to creat/i.test(said))
    return (
      "; the system forbids user namespaces: on Ubuntu let bubblewrap use them with an AppArmor profile for bwrap " +
      '("userns,"), or with "sysctl kernel.apparmor_restrict_unprivileged_userns=0"'
    );
  if (/namespace/i.test(said))
    return "; the machine or the container that this runs in must allow user namespaces";
  return "";
}
