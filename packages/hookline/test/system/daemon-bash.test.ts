import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { hasBash, start } from "../e2e/daemon-place.ts";
import { type FakePackage, fakePackage } from "./fake-package.ts";
import { fakePort, portLine, portSecrets, until } from "./fake-port.ts";

const ask = (
  own: FakePackage,
  more: Record<string, string> = {},
  program: readonly string[] = [own.bash],
) => {
  const [first = "", ...rest] = program;
  const given = { cwd: own.home, env: { ...own.env, ...more }, input: "on stdin" };
  return start(first, [...rest, "Stop"], given).ended;
};
const plainAnswer = { status: 7, stdout: "plain fire Stop: on stdin\n", stderr: "" };

describe.skipIf(!hasBash)("the client in bash, where something is odd (needs bash 4.4 and /proc)", () => {
  it("waits for what comes late on stdin, and calls its own functions, whatever variables tell bash", async () => {
    const own = fakePackage();
    const said: string[] = [];
    await fakePort(own, async (socket) => {
      await until(socket, "call\n");
      socket.write(`hello ${portSecrets.daemon}\n`);
      said.push(await until(socket, "on stdin\0"));
      socket.end(`${portLine("answer 2 3 0 raw")}yes`);
    });
    const slowly = ["/bin/sh", "-c", '(sleep 0.2; printf "on stdin") | "$@"', "sh", own.bash];
    const answered = { status: 2, stdout: "yes", stderr: "" };
    expect(await ask(own, { TMOUT: "0.01" }, slowly)).toEqual(answered);
    expect(await ask(own, { FUNCNEST: "1" })).toEqual(answered);
    for (const text of said) expect(text).toMatch(/\x008\x00on stdin\x00$/);
  });

  it("says nothing of its own where the daemon goes away, at whatever time", async () => {
    const own = fakePackage();
    const hello = `hello ${portSecrets.daemon}\n`;
    for (const leave of ["at once", "after hello", "after the call", "in the answer"]) {
      await fakePort(own, async (socket) => {
        if (leave === "at once") return void socket.resetAndDestroy();
        await until(socket, "call\n");
        if (leave === "after hello") return void socket.write(hello, () => socket.resetAndDestroy());
        socket.write(hello);
        await until(socket, "on stdin\0");
        if (leave === "in the answer") socket.write(`${portLine("answer 0 9 0 raw")}half`);
        socket.resetAndDestroy();
      });
      expect({ leave, ...(await ask(own)) }).toEqual({ leave, ...plainAnswer });
    }
  });

  it("finds its package by whatever name and shell it is run", async () => {
    const own = fakePackage();
    const links = join(own.home, "links");
    mkdirSync(links);
    symlinkSync("../bin/hookline-fire.sh", join(links, "fire"));
    const given = { cwd: links, env: own.env, input: "on stdin" };
    expect(await start("/bin/bash", ["fire", "Stop"], given).ended).toEqual(plainAnswer);
    expect(await start("/bin/sh", ["fire", "Stop"], given).ended).toEqual(plainAnswer);
    const onPath = { ...own.env, PATH: `${links}:${own.env.PATH}` };
    expect(await ask(own, onPath, ["/bin/bash", "fire"])).toEqual(plainAnswer);
    expect(await ask(own, { BASH_SOURCE: "/nowhere/fire" })).toEqual(plainAnswer);
  });

  it("believes no port that a project names by a relative home folder", async () => {
    const own = fakePackage();
    let connections = 0;
    await fakePort(own, (socket) => {
      connections++;
      socket.end();
    });
    expect(await ask(own, { HOME: "." })).toEqual(plainAnswer);
    expect(connections).toBe(0);
  });

  it("gives the plain command the variable that makes bash another one", async () => {
    const own = fakePackage();
    writeFileSync(join(own.home, "bin/hookline.cjs"), '#!/bin/sh\necho "<$POSIXLY_CORRECT>"\n');
    expect((await ask(own, { POSIXLY_CORRECT: "mine" })).stdout).toBe("<mine>\n");
  });
});
