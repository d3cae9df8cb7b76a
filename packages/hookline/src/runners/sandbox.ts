import { isObject, type Json } from "../contract/json.ts";
import type { Run } from "../contract/run.ts";
import { suggest } from "../contract/suggest.ts";
import { bubblewrapAdvice, machineFiles } from "../system/bubblewrap.ts";
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
  // What lies deeper is mounted later: nothing shows again what something else has covered.
  const layers = [
    ...place.writable.map((path) => ({ path, words: ["--bind", path, path] })),
    // What is mounted cannot be renamed.
    ...place.pinned.map((path) => ({ path, words: ["--bind", path, path] })),
    ...place.covered.map((path) => ({ path, words: ["--tmpfs", path] })),
  ].sort((one, other) => one.path.length - other.path.length);
  return [
    bwrap,
    ...["--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"],
    ...(network ? [] : ["--unshare-net"]),
    // Root would keep its rights, and with them could mount everything anew.
    ...["--die-with-parent", "--new-session", "--cap-drop", "ALL"],
    ...["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", ...machineFiles],
    ...place.emptied.flatMap((path) => ["--tmpfs", path]),
    ...place.readable.flatMap(([from, to]) => ["--ro-bind", from, to]),
    ...layers.flatMap(({ words }) => words),
    ...place.guarded.flatMap(same("--ro-bind")),
    ...["--tmpfs", place.hidden],
    ...place.offered.flatMap(same("--bind")),
    ...["--remount-ro", place.hidden],
    ...(place.movesTmp ? ["--setenv", "TMPDIR", "/tmp"] : []),
    ...["--chdir", place.cwd, "--", ...argv],
  ];
}

/** The end of a sandbox that was not made, or in which the program could not be started, as a sentence; null if the hook ran. */
export function sandboxProblem({
  end,
  stdout,
  stderr,
}: Pick<Run, "end" | "stdout" | "stderr">): string | null {
  // Bubblewrap says one line and no more. A hook that says just that and fails has failed, one way or the other.
  const said = /^bwrap: ([^\n]+)\n?$/.exec(stderr.text)?.[1]?.slice(0, 300);
  if (end.kind !== "exit" || end.code !== 1 || stdout.bytes > 0 || said === undefined) return null;
  const program = /^execvp (.+): (.+)$/.exec(said);
  if (program) return `${program[1]}: cannot be started in the sandbox: ${program[2]}`;
  return `the sandbox could not be made, so the hook did not run: ${said}${bubblewrapAdvice(said)}`;
}
