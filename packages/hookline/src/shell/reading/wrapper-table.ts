import { packageWrappers } from "./wrapper-packages.ts";
import type { WrapperRow } from "./wrapper-row.ts";

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
  ["numactl", { short: "NmCip" }],
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
  ["perf", { short: "eopCFtur", verbs: "record stat trace mem" }],
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
      short: "cgGsw",
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
      short: "EHMpu",
      long: "--unit --property --description --slice --uid --gid --nice --working-directory --setenv --machine --host --on-active --on-boot --on-calendar --timer-property --service-type",
    },
  ],
  ["systemd-inhibit", { long: "--what --who --why --mode" }],
  [
    "start-stop-daemon",
    {
      short: "xapnscudrNPIk",
      long: "--exec --startas --pidfile --name --chuid --chdir",
      named: "-x --exec -a --startas",
    },
  ],
  ["faketime", { own: 1 }],
  ["gosu", { own: 1 }],
  ["su-exec", { own: 1 }],
  ["sshpass", { short: "pfdP" }],
  ["firejail", {}],
  ["cpulimit", { short: "lpec" }],
  ["rlwrap", { short: "bcCDefgHlmMoOpPqsSt" }],
  ["valgrind", {}],
  ["entr", { short: "s", code: "-s" }],
  ["xvfb-run", { short: "enfpsw" }],
  ["dotenv", { short: "efvc" }],
  ...packageWrappers,
  [
    "hyperfine",
    {
      short: "wmMrspcnSuLPD",
      long: "--warmup --runs --prepare --setup --cleanup --shell --export-json --export-markdown",
      code: "-p --prepare -s --setup -c --cleanup",
      each: true,
    },
  ],
  ["concurrently", { short: "nc", long: "--names --prefix --max-processes", each: true }],
  ["nodemon", { short: "xewid", long: "--exec --ext --watch --ignore --delay", code: "-x --exec", own: 99 }],
  ...(
    "nohup setsid noglob busybox toybox caffeinate unbuffer fakeroot eatmydata setarch linux32 linux64 prlimit " +
    "tini dumb-init chronic ifne torsocks proxychains proxychains4 dbus-run-session catchsegv runcon daemonize"
  )
    .split(" ")
    .map((name): [string, WrapperRow] => [name, {}]),
]);
