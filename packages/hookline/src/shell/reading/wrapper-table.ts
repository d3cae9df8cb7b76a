import type { OptionRow } from "./options.ts";

/** How a program that runs another one is called. */
export interface WrapperRow extends OptionRow {
  /** Its own operands before the command. */
  readonly own?: number;
  /** Options with a text for a shell, parted by blanks. */
  readonly code?: string;
  /** It takes `NAME=value` before the command. */
  readonly sets?: true;
  /** Options with which it runs nothing. */
  readonly inert?: string;
  /** It is part of the shell: what it runs may be a builtin that changes the shell. */
  readonly inside?: true;
  /** Its operands are put together and given to a shell. */
  readonly joins?: true;
  readonly remote?: true;
  /** The command is named by a package. */
  readonly packaged?: true;
  /** It runs what stands after its first word only if that is one of these. */
  readonly verbs?: string;
  /** The command stands after `--`, if there is one. */
  readonly dashes?: true;
  /** Each operand is a text for a shell. */
  readonly each?: true;
}

const docker =
  "--name --network --net --volume --env --env-file --user --workdir --publish --entrypoint --label --mount --memory --cpus --platform --hostname --add-host --restart --cap-add --cap-drop --device --gpus --ipc --pid --log-driver --pull --runtime --security-opt --shm-size --tmpfs --ulimit --userns --volumes-from --expose --dns --link --index --detach-keys";
const container: WrapperRow = {
  short: "abcehlmpuvw",
  long: docker,
  own: 1,
  remote: true,
  verbs: "run exec create",
};

/** Programs that run another one, one row each: add one here. */
export const wrapperTable: ReadonlyMap<string, WrapperRow> = new Map<string, WrapperRow>([
  [
    "sudo",
    {
      short: "ughpCrtTUDRa",
      long: "--user --group --host --prompt --close-from --role --type --command-timeout --other-user --chdir --chroot",
      sets: true,
      inert: "-e --edit -l --list -v --validate -V",
    },
  ],
  ["doas", { short: "uCa" }],
  ["pkexec", { long: "--user" }],
  ["env", { short: "aCSu", long: "--unset --chdir --argv0 --split-string", sets: true }],
  ["cross-env", { sets: true }],
  ["timeout", { short: "sk", long: "--signal --kill-after", own: 1 }],
  ["gtimeout", { short: "sk", long: "--signal --kill-after", own: 1 }],
  ["time", { short: "fo", long: "--format --output" }],
  ["nice", { short: "n", long: "--adjustment" }],
  ["ionice", { short: "cnpPu", long: "--class --classdata --pid --pgid --uid" }],
  ["chrt", { short: "TPDp", own: 1 }],
  ["taskset", { short: "p", own: 1 }],
  ["numactl", { short: "NmCipl" }],
  ["stdbuf", { short: "ioe", long: "--input --output --error" }],
  ["command", { inert: "-v -V", inside: true }],
  ["builtin", { inside: true }],
  ["exec", { short: "a", inside: true }],
  ["chroot", { long: "--groups --userspec", own: 1 }],
  ["unshare", { short: "SGRw", long: "--setuid --setgid --root --wd --propagation --map-user --map-group" }],
  ["nsenter", { short: "tSGW", long: "--target --setuid --setgid --wdns" }],
  ["setpriv", { long: "--reuid --regid --groups --bounding-set --inh-caps --ambient-caps --securebits" }],
  [
    "flock",
    { short: "wEc", long: "--timeout --wait --conflict-exit-code --command", own: 1, code: "-c --command" },
  ],
  ["watch", { short: "nqs", long: "--interval --equexit --shotsdir", joins: true }],
  ["strace", { short: "abeEIoOpPsSuUX", long: "--output --expr --attach --string-limit --env --user" }],
  ["ltrace", { short: "aADeFlnopsuwx", long: "--output --library" }],
  ["perf", { short: "eopCFtu", verbs: "record stat trace mem" }],
  [
    "script",
    {
      short: "cBEIOTmo",
      long: "--command --log-in --log-out --log-io --log-timing --output-limit",
      code: "-c --command",
    },
  ],
  [
    "su",
    {
      short: "cgGswT",
      long: "--command --session-command --group --shell",
      code: "-c --command --session-command",
      own: 99,
    },
  ],
  [
    "runuser",
    { short: "cgGsuw", long: "--command --group --user --shell", code: "-c --command --session-command" },
  ],
  ["sg", { short: "c", own: 1, code: "-c" }],
  [
    "systemd-run",
    {
      short: "EGHMpu",
      long: "--unit --property --description --slice --uid --gid --nice --working-directory --setenv --machine --host --on-active --on-boot --on-calendar --timer-property --service-type",
    },
  ],
  ["systemd-inhibit", { long: "--what --who --why --mode" }],
  [
    "start-stop-daemon",
    { short: "xapnscudrNPIkK", long: "--exec --startas --pidfile --name --chuid --chdir" },
  ],
  ["faketime", { short: "f", own: 1 }],
  ["gosu", { own: 1 }],
  ["su-exec", { own: 1 }],
  ["sshpass", { short: "pfdPe" }],
  ["firejail", {}],
  ["cpulimit", { short: "lpec" }],
  ["rlwrap", { short: "bcCDefgHlmMoOpPqsSt" }],
  ["valgrind", {}],
  ["entr", { short: "s", code: "-s" }],
  ["xvfb-run", { short: "enfpsw" }],
  ["dotenv", { short: "efvc" }],
  ["npx", { short: "pcw", long: "--package --call --workspace", code: "-c --call", packaged: true }],
  ["bunx", { short: "p", long: "--package", packaged: true }],
  ["pnpx", { short: "pc", long: "--package", code: "-c --shell-mode", packaged: true }],
  ["uvx", { short: "pw", long: "--from --with --python --index-url", packaged: true }],
  [
    "pnpm",
    { short: "CFcw", long: "--package --dir --filter --workspace", packaged: true, verbs: "dlx exec" },
  ],
  ["yarn", { short: "p", long: "--cwd --package", packaged: true, verbs: "dlx exec" }],
  [
    "npm",
    {
      short: "pcwC",
      long: "--package --call --workspace --prefix",
      code: "-c --call",
      packaged: true,
      verbs: "exec x",
    },
  ],
  ["bun", { long: "--cwd", packaged: true, verbs: "x" }],
  ["pipx", { long: "--spec --python", packaged: true, verbs: "run" }],
  ["uv", { short: "pw", long: "--with --python --directory --project --extra --group", verbs: "run" }],
  ["poetry", { short: "C", verbs: "run" }],
  ["pipenv", { verbs: "run" }],
  ["bundle", { verbs: "exec" }],
  ["conda", { short: "np", long: "--name --prefix --cwd", verbs: "run" }],
  ["mise", { verbs: "exec x" }],
  ["direnv", { own: 1, verbs: "exec" }],
  ["docker", container],
  ["podman", container],
  ["nerdctl", container],
  [
    "kubectl",
    {
      short: "cnfs",
      long: "--container --namespace --context --kubeconfig --cluster --user --server",
      own: 1,
      remote: true,
      verbs: "exec",
      dashes: true,
    },
  ],
  [
    "oc",
    {
      short: "cnf",
      long: "--container --namespace --context",
      own: 1,
      remote: true,
      verbs: "exec rsh",
      dashes: true,
    },
  ],
  ["lxc", { own: 1, remote: true, verbs: "exec", dashes: true }],
  ["wsl", { short: "deu", long: "--distribution --user --cd" }],
  ["ssh", { short: "BbcDEeFIiJLlmOopQRSWw", own: 1, joins: true, remote: true }],
  ["mosh", { short: "p", long: "--ssh --port --server", own: 1, joins: true, remote: true }],
  ["vagrant", { short: "c", long: "--command", code: "-c --command", remote: true, verbs: "ssh" }],
  [
    "hyperfine",
    {
      short: "wmMrspcnSuLPD",
      long: "--warmup --runs --prepare --setup --cleanup --shell --export-json --export-markdown",
      code: "-p --prepare -s --setup -c --cleanup",
      each: true,
    },
  ],
  [
    "concurrently",
    { short: "nck", long: "--names --prefix --kill-others-on-fail --max-processes", each: true },
  ],
  ["nodemon", { short: "xewid", long: "--exec --ext --watch --ignore --delay", code: "-x --exec", own: 99 }],
  ...(
    "nohup setsid noglob busybox toybox caffeinate unbuffer fakeroot eatmydata setarch linux32 linux64 prlimit " +
    "tini dumb-init chronic ifne torsocks proxychains proxychains4 dbus-run-session catchsegv runcon daemonize"
  )
    .split(" ")
    .map((name): [string, WrapperRow] => [name, {}]),
]);
