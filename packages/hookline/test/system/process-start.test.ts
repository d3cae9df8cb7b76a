import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ProcessHost } from "../../src/contract/process.ts";
import { bin, command, ownEnvironment, run, script, temporaryFolder } from "./command.ts";
import { onEachHost } from "./hosts.ts";

onEachHost((createHost) => {
  let host: ProcessHost;
  beforeAll(() => {
    host = createHost();
  });
  afterAll(() => host.close());

  // shows: W-102 W-108 F-088 F-118
  describe("a command that cannot start says why", () => {
    test("its folder does not exist", async () => {
      const cwd = join(temporaryFolder(), "gone");
      const facts = await run(host, script("echo never", { cwd }));
      expect(facts.end).toEqual({
        kind: "unstarted",
        code: "ENOENT",
        message: `the command cannot start in ${cwd}: the folder does not exist`,
      });
      expect(facts.stdout.bytes).toBe(0);
    });

    test("its folder is a file", async () => {
      const cwd = bin("close-stdin");
      const facts = await run(host, script("echo never", { cwd }));
      expect(facts.end).toMatchObject({
        code: "ENOTDIR",
        message: expect.stringContaining("is not a folder"),
      });
    });

    test("its program is not on PATH", async () => {
      const facts = await run(host, command(["no-such-program-1"]));
      expect(facts.end).toMatchObject({
        kind: "unstarted",
        code: "ENOENT",
        message: "no-such-program-1 was not found on PATH; install it or name it with its path",
      });
    });

    test("its program does not exist, as seen from its folder", async () => {
      const cwd = temporaryFolder();
      const facts = await run(host, command(["./hook.sh"], { cwd }));
      expect(facts.end).toMatchObject({ code: "ENOENT", message: `${cwd}/hook.sh does not exist` });
    });

    test("its interpreter does not exist", async () => {
      const facts = await run(host, command([bin("bad-interpreter")]));
      expect(facts.end).toMatchObject({
        code: "ENOENT",
        message: expect.stringContaining(
          "the interpreter that it names (#!/no/such/interpreter) was not found",
        ),
      });
    });

    test("it has Windows line ends", async () => {
      const path = join(temporaryFolder(), "hook");
      writeFileSync(path, "#!/bin/sh\r\necho never\r\n", { mode: 0o755 });
      const facts = await run(host, command([path]));
      expect(facts.end).toMatchObject({ message: expect.stringContaining("save it with Unix line ends") });
    });

    test("it is not executable", async () => {
      const facts = await run(host, command([bin("not-executable")]));
      expect(facts.end).toMatchObject({ code: "EACCES", message: expect.stringContaining("chmod +x") });
    });

    test("it is a folder", async () => {
      const facts = await run(host, command([temporaryFolder()]));
      expect(facts.end).toMatchObject({ kind: "unstarted", code: "EACCES" });
    });

    test("a value of its environment is too big", async () => {
      const env = { ...ownEnvironment, BIG_VALUE: "x".repeat(200_000) };
      const facts = await run(host, script("echo never", { env }));
      expect(facts.end).toMatchObject({
        kind: "unstarted",
        code: "E2BIG",
        message: expect.stringContaining("BIG_VALUE with 200000 characters"),
      });
    });

    test("an argument holds a NUL", async () => {
      const facts = await run(host, command(["/bin/echo", "a\0b"]));
      expect(facts.end).toMatchObject({ kind: "unstarted", code: "ERR_INVALID_ARG_VALUE" });
    });

    test("its program has no name, which ends no other command", async () => {
      const commands = [command([""]), script("cat")];
      const batch = { eventId: "event", payloads: [Buffer.from("fine")], commands };
      const [facts, other] = await Promise.all(host.run(batch, new AbortController().signal));
      expect(facts?.end).toMatchObject({ kind: "unstarted", code: "ERR_INVALID_ARG_VALUE" });
      expect(other).toMatchObject({ end: { kind: "exit", code: 0 }, stdout: { text: "fine" } });
    });

    test("and the next one runs", async () => {
      expect((await run(host, script("echo fine"))).stdout.text).toBe("fine\n");
    });
  });

  test("a script without an interpreter line runs in sh", async () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "a b"));
    const path = join(folder, "a b", "hook");
    writeFileSync(path, "echo plain");
    chmodSync(path, 0o755);
    expect((await run(host, command([path]))).stdout.text).toBe("plain\n");
  });
});
