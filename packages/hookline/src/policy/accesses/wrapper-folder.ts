import type { ReadCommand } from "../../shell/reading/reading.ts";
import { lastBefore } from "./last-before.ts";
import { valuesOf } from "./option-values.ts";

/** The options with which a wrapper changes the folder of what it runs. */
const options: ReadonlyMap<string, readonly string[]> = new Map([
  ["env", ["-C", "--chdir"]],
  ["sudo", ["-D", "--chdir"]],
  ["systemd-run", ["--working-directory"]],
  ["docker", ["-w", "--workdir"]],
  ["podman", ["-w", "--workdir"]],
  ["parallel", ["--workdir", "--wd"]],
]);

/** A command in the folder that its wrappers start it in: `env -C / rm -rf home`. */
export function inWrapper(commands: readonly ReadCommand[], at: number): ReadCommand | undefined {
  const command = commands[at];
  if (!command || command.via.length === 0) return command;
  let { folder } = command;
  for (const name of command.via) {
    const flags = options.get(name);
    const wrapper = flags && lastBefore(commands, at, name);
    const [named] = wrapper ? valuesOf(wrapper, ...(flags ?? [])) : [];
    if (!named) continue;
    if (named.value === null) folder = null;
    else folder = /^[/~]/.test(named.value) || !folder ? named.value : `${folder}/${named.value}`;
  }
  return { ...command, folder };
}
