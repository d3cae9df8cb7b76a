import { realpathSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { Engine } from "hookline";
import type { Grounds } from "./call.ts";
import { type LostHooks, watchLostHooks } from "./lost-hooks.ts";

/** A server, as far as it names files. */
export interface NamingServer {
  readonly config: {
    readonly type: string;
    readonly command?: string;
    readonly args?: readonly string[];
    readonly env?: { readonly [name: string]: string };
    readonly cwd?: string | undefined;
  };
}

/** Remembers now which hooks may run; what comes back makes of servers what permission is to guard. */
export function guardHooks(
  engine: Engine,
): (servers: readonly NamingServer[], projectDir: string) => Pick<Grounds, "guarded"> & { lost: LostHooks } {
  const lost = watchLostHooks(engine);
  return (servers, projectDir) => ({
    guarded: () => [...filesOfHooks(engine), ...filesOfServers(servers, projectDir)],
    lost,
  });
}

/** The files that active hooks run: what a person approved was their content. */
export function filesOfHooks({ hooks, covers, isOff }: Engine): readonly string[] {
  return hooks
    .filter((hook) => hook.disabled === null && !isOff(hook))
    .flatMap((hook) => {
      try {
        return covers(hook);
      } catch {
        // What it names cannot be looked at; then it does not run either.
        return [];
      }
    });
}

/** The files that MCP servers name in their command, arguments and environment. */
export function filesOfServers(servers: readonly NamingServer[], projectDir: string): readonly string[] {
  return servers.flatMap(({ config: { command, args = [], env = {}, cwd } }) => {
    if (command === undefined) return [];
    const folder = resolve(projectDir, cwd ?? "");
    const words = [command, ...args, ...Object.values(env)];
    const named = words.flatMap((word) => [word, ...word.split(/[=:,\s]+/)]);
    return [...new Set(named)].flatMap((word) => fileAt(resolve(folder, word)));
  });
}

function fileAt(path: string): readonly string[] {
  try {
    return statSync(path).isFile() ? [realpathSync(path)] : [];
  } catch {
    return [];
  }
}
