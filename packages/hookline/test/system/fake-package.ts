import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { onTestFinished } from "vitest";
import { compilerFlags } from "../../../../scripts/native.mjs";
import { removeFolder } from "../remove-folder.ts";

const source = resolve(import.meta.dirname, "../../native/client.c");

/** True if a program can be run. */
export const isThere = (program: string): boolean => spawnSync(program, ["--version"]).status === 0;

/** True if a compiler can make programs that watch over their own memory. */
export const canSanitize: boolean =
  isThere("cc") &&
  spawnSync("cc", ["-fsanitize=address,undefined", "-x", "c", "-", "-o", "/dev/null"], {
    input: "int main(void) { return 0; }",
  }).status === 0;

/** A package with a client in it whose plain command tells its words and its stdin, and ends with 7. */
export interface FakePackage {
  readonly home: string;
  readonly build: string;
  readonly run: string;
  readonly client: string;
  readonly bash: string;
  readonly env: Record<string, string>;
}

/** Makes one; gone when the test ends. */
export function fakePackage(...flags: readonly string[]): FakePackage {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "hookline-test-")));
  onTestFinished(() => removeFolder(home));
  const build = "0123456789abcdef".repeat(2);
  for (const folder of ["bin", "dist/native/here"]) mkdirSync(join(home, folder), { recursive: true });
  const run = join(home, ".local/state/hookline/run");
  mkdirSync(run, { recursive: true, mode: 0o700 });
  chmodSync(run, 0o700);
  writeFileSync(join(home, "dist/build-id"), `${build}\n`);
  const plain = 'case $1 in daemon) echo "$*" > "$0.daemon";; *) echo "plain $*: $(cat)"; exit 7;; esac';
  writeFileSync(join(home, "bin/hookline.cjs"), `#!/bin/sh\n${plain}\n`, { mode: 0o755 });
  const client = join(home, "dist/native/here/hookline-fire");
  if (isThere("cc")) execFileSync("cc", [...compilerFlags, "-O1", "-g", ...flags, "-o", client, source]);
  const bash = join(home, "bin/hookline-fire.sh");
  copyFileSync(resolve(import.meta.dirname, "../../bin/hookline-fire.sh"), bash);
  return { home, build, run, client, bash, env: { PATH: process.env.PATH ?? "", HOME: home, SHLVL: "1" } };
}

/** A server in the place of a daemon: `serve` gets each connection. */
export async function fakeDaemon(
  { run, build }: FakePackage,
  serve: (socket: Socket) => void,
): Promise<Server> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on("error", () => {});
    serve(socket);
  });
  await new Promise<void>((settle) => server.listen(join(run, `${build}.sock`), settle));
  onTestFinished(() => void server.close());
  return server;
}
