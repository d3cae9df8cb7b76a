import { spawn } from "node:child_process";
import { once } from "node:events";

/** Where a program starts: in another folder, with other variables. */
export interface DetachedPlace {
  readonly cwd?: string;
  readonly env?: { readonly [name: string]: string | undefined };
}

/** Starts a program of our own that outlives this process, with a text on its stdin; settles when it has the text. */
export async function startDetached(
  argv: readonly [string, ...string[]],
  input: string,
  { cwd, env }: DetachedPlace = {},
): Promise<void> {
  const [program, ...args] = argv;
  const child = spawn(program, args, {
    detached: true,
    stdio: ["pipe", "ignore", "ignore"],
    ...(cwd !== undefined && { cwd }),
    ...(env && { env: { ...env } }),
  });
  child.unref();
  child.stdin.on("error", () => {});
  const taken = Promise.race([once(child.stdin, "finish"), once(child, "error")]);
  child.stdin.end(input);
  await taken;
}
