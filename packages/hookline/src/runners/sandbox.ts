import { isObject, type Json } from "../contract/json.ts";
import type { Run } from "../contract/run.ts";
import { suggest } from "../contract/suggest.ts";
import type { SandboxPlace } from "../system/sandbox-place.ts";

/** What a hook in a sandbox may do beyond reading: change what lies here, and use the network. */
export interface SandboxWish {
  readonly write: readonly string[];
  readonly network: boolean;
}

const known = ["write", "network"];
const example = 'write { "write": ["coverage"], "network": false }';

/** What is wrong with the `sandbox` of an entry, or null: one that cannot be read must never mean that there is none. */
export function checkSandbox(value: Json | undefined): string | null {
  if (value === undefined || typeof value === "boolean") return null;
  if (!isObject(value)) return `"sandbox" must be an object: ${example}`;
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue;
    const meant = suggest(key, known);
    return `"sandbox" has no "${key}"; ${meant ? `did you mean "${meant}"?` : example}`;
  }
  const { write = [], network = false } = value;
  if (typeof network !== "boolean") return '"sandbox.network" must be true or false';
  if (!Array.isArray(write)) return `"sandbox.write" must be a list of folders: ${example}`;
  for (const path of write) {
    if (typeof path !== "string" || path.trim() === "" || path.includes("\0"))
      return '"sandbox.write" must hold names of folders or files, and nothing else';
    if (path.split("/").includes(".."))
      return `"sandbox.write" must name "${path}" without "..": as it is seen from the project, or from /`;
    if (/^\/+\.?$/.test(path)) return '"sandbox.write" must not name the whole machine';
  }
  return null;
}

/** The sandbox that an entry demands; null if none. */
export function sandboxWish(value: Json | undefined): SandboxWish | null {
  if (value === undefined || value === false) return null;
  const { write, network } = isObject(value) ? value : {};
  const paths = Array.isArray(write) ? write.filter((path) => typeof path === "string") : [];
  return { write: paths, network: network === true };
}

/** The command inside of the sandbox: everything can be read, and nothing is changed, reached or left running that was not asked for. */
export function sandboxArgv(
  bwrap: string,
  { network }: SandboxWish,
  place: SandboxPlace,
  argv: readonly string[],
): [string, ...string[]] {
  const same = (option: string) => (path: string) => [option, path, path];
  return [
    bwrap,
    ...["--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"],
    ...(network ? [] : ["--unshare-net"]),
    // Root would keep its rights, and with them could mount everything anew.
    ...["--die-with-parent", "--new-session", "--cap-drop", "ALL"],
    ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"],
    ...place.emptied.flatMap((path) => ["--tmpfs", path]),
    ...place.readable.flatMap(([from, to]) => ["--ro-bind", from, to]),
    ...place.writable.flatMap(same("--bind")),
    // What is mounted cannot be renamed.
    ...place.pinned.flatMap(same("--bind")),
    ...place.guarded.flatMap(same("--ro-bind")),
    ...["--tmpfs", place.hidden],
    ...place.offered.flatMap(same("--bind")),
    ...["--remount-ro", place.hidden],
    ...(place.movesTmp ? ["--setenv", "TMPDIR", "/tmp"] : []),
    ...["--chdir", place.cwd, "--", ...argv],
  ];
}

/** What bubblewrap said when it could not make the sandbox, as a sentence that says what to do; null if it did not say so. */
export function sandboxProblem({ end, stderr }: Pick<Run, "end" | "stderr">): string | null {
  if (end.kind !== "exit" || end.code !== 1 || !stderr.text.startsWith("bwrap: ")) return null;
  const said = stderr.text.split("\n", 1)[0]?.slice("bwrap: ".length, 300) ?? "";
  return `the sandbox could not be made, so the hook did not run: ${said}${adviceFor(said)}`;
}

function adviceFor(said: string): string {
  if (/RTM_NEWADDR|uid map|gid map|No permissions to creat/i.test(said))
    return (
      "; the system forbids user namespaces: on Ubuntu let bubblewrap use them with an AppArmor profile for bwrap " +
      '("userns,"), or with "sysctl kernel.apparmor_restrict_unprivileged_userns=0"'
    );
  if (/namespace/i.test(said))
    return "; the machine or the container that this runs in must allow user namespaces";
  return "";
}
