import { type ChildProcess, spawn } from "node:child_process";
import { Socket } from "node:net";

/** Ends the process groups of workers when this process is gone, however it went. */
export interface Watchdog {
  /** Starts it, so that it is there when what it watches is. */
  wake(): void;
  watch(group: number): void;
  forget(group: number): void;
  close(): void;
}

/** Reads numbers of groups to end, or with a minus to forget; at the end of its input, which is our end, it ends them. */
const script = `trap '' INT HUP TERM
groups=' '
while read -r word; do
  case $word in
  -*) groups=\${groups%%" \${word#-} "*}' '\${groups#*" \${word#-} "} ;;
  *) groups="$groups$word " ;;
  esac
done
[ "$groups" != ' ' ] || exit 0
for one in $groups; do kill -TERM "-$one"; done 2>/dev/null
sleep 0.5
for one in $groups; do kill -KILL "-$one"; done 2>/dev/null`;

/** Makes a watchdog that is started with the first worker: a shell that waits in a read, and never keeps this process alive. */
export function createWatchdog(): Watchdog {
  let child: ChildProcess | null = null;
  const groups = new Set<number>();

  function start(): ChildProcess {
    const started = spawn("/bin/sh", ["-c", script], { stdio: ["pipe", "ignore", "ignore"], detached: true });
    started.on("error", () => {});
    started.stdin?.on("error", () => {});
    if (started.stdin instanceof Socket) started.stdin.unref();
    // Whoever ends it has ended no worker: the next one starts another.
    started.once("exit", () => {
      if (child === started) child = null;
    });
    started.unref();
    for (const group of groups) started.stdin?.write(`${group}\n`);
    return started;
  }

  return {
    wake() {
      child ??= start();
    },
    watch(group) {
      groups.add(group);
      if (child) child.stdin?.write(`${group}\n`);
      else child = start();
    },
    forget(group) {
      if (groups.delete(group)) child?.stdin?.write(`-${group}\n`);
    },
    close() {
      child?.stdin?.end();
      child = null;
    },
  };
}
