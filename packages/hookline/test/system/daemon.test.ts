import { mkdirSync, mkdtempSync, readFileSync, realpathSync, statSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { askDaemon } from "../../src/system/daemon/ask-daemon.ts";
import type { RemoteAnswer, RemoteCall } from "../../src/system/daemon/conversation.ts";
import { listen } from "../../src/system/daemon/listen.ts";
import { folderProblem, makeRunFolder, runPlace } from "../../src/system/daemon/run-folder.ts";
import { removeFolder } from "../remove-folder.ts";

const build = "ab".repeat(16);

/** A daemon in this process that answers calls with a function. */
async function daemon(call: (given: RemoteCall) => Promise<RemoteAnswer>) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "hookline-test-")));
  onTestFinished(() => removeFolder(root));
  const place = runPlace(root, build);
  makeRunFolder(place.folder);
  let stops = 0;
  const answering = { build, call, status: () => '{"pid":1}', stop: () => void stops++ };
  const listening = await listen(place, answering, true);
  onTestFinished(() => listening.close());
  const [port = "", client = "", own = ""] = readFileSync(join(place.folder, place.port), "utf8")
    .trim()
    .split(" ");
  const socket = join(place.folder, place.socket);
  return { place, listening, socket, port: Number(port), client, own, stops: () => stops };
}

/** Sends these pieces one by one, and gives everything that comes back until the other side closes. */
function say(
  at: { path: string } | { port: number; host: string },
  pieces: readonly (string | Buffer)[],
  close = false,
) {
  return new Promise<string>((settle) => {
    let text = "";
    const socket = connect({ ...at, noDelay: true }, async () => {
      for (const piece of pieces) await new Promise<void>((next) => socket.write(piece, () => next()));
      if (close) socket.end();
    });
    socket.on("data", (chunk) => (text += chunk.toString("latin1")));
    socket.on("error", () => {});
    socket.on("close", () => settle(text));
  });
}

const hello = `hookline 1 ${build} - call\n`;
const answer = { status: 2, out: "out", err: "err" };

it("hands on a call in whatever pieces it comes, and asks for stdin when it is wanted", async () => {
  const calls: { call: RemoteCall; stdin: string | null }[] = [];
  const { socket } = await daemon(async (call) => {
    calls.push({ call, stdin: await call.stdin() });
    return answer;
  });
  const bytes = Buffer.from(`${hello}2 3 22 12\0/föld\0PreToolUse\0\0A=1=2\0B=\0A=other\0${4}\0{ä}`);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 6 }), async (cuts) => {
      const at = [0, ...cuts.sort((one, other) => one - other), bytes.length];
      const pieces = at.slice(1).map((end, index) => bytes.subarray(at[index], end));
      const said = await say({ path: socket }, pieces);
      expect(said.replaceAll("alive\n", "")).toBe("stdin\nanswer 2 3 3 raw\nouterr");
      const last = calls.pop();
      expect(last?.stdin).toBe("{ä}");
      const { words, cwd, env, umask, terminals } = last?.call ?? {};
      expect({ words, cwd, env, umask, terminals }).toEqual({
        words: ["PreToolUse", ""],
        cwd: "/föld",
        env: { A: "1=2", B: "" },
        umask: 0o22,
        terminals: new Set([1, 2]),
      });
    }),
    { numRuns: 25 },
  );
});

it("does not ask for what is sent without being asked for, and hears of it when it is not", async () => {
  const given: (string | null)[] = [];
  const { socket } = await daemon(async (call) => {
    given.push(await call.stdin());
    return answer;
  });
  const whole = "answer 2 3 3 raw\nouterr";
  const said = async (...pieces: string[]) =>
    (await say({ path: socket }, [hello, ...pieces])).replaceAll("alive\n", "");
  expect(await said("1 0 22 - +\0/\0PreToolUse\x004\0{ä}")).toBe(whole);
  expect(await said("1 0 22 - +\0/\0PreToolUse\0", "2\0", "{", "}\0and more")).toBe(whole);
  expect(await said("1 0 22 - +\0/\0PreToolUse\0much\0{}")).toBe(whole);
  expect(await said("1 0 22 -+\0/\0PreToolUse\x002\0{}")).toBe("plain\n");
  expect(given).toEqual(["{ä}", "{}", null]);
});

it("says only once that it lives to whom it asks for stdin, however long that takes", async () => {
  const { socket } = await daemon(async (call) => ((await call.stdin()) === "{}" ? answer : null));
  const said = await new Promise<string>((settle) => {
    let text = "";
    const client = connect(socket, () => void client.write(`${hello}0 0 22 -\0/\0`));
    client.on("data", async (chunk) => {
      text += chunk.toString("latin1");
      if (text !== "stdin\n") return;
      // Whatever the daemon still wanted to say, it has said after some turns: both live in this process.
      for (let turn = 0; turn < 5; turn++) await new Promise((next) => setImmediate(next));
      client.write("2\0{}");
    });
    client.on("close", () => settle(text));
  });
  expect(said).toBe("stdin\nanswer 2 3 3 raw\nouterr");
});

it("tells whoever is of another build, says more than is right or nothing sensible to do it himself, and runs nothing", async () => {
  let calls = 0;
  const { socket } = await daemon(async () => {
    calls++;
    return answer;
  });
  const at = { path: socket };
  expect(await say(at, [`hookline 1 ${"cd".repeat(16)} - call\n`])).toBe("plain\n");
  expect(await say(at, [`hookline 2 ${build} - call\n`])).toBe("plain\n");
  for (const line of [
    "1 1 22\0",
    "-1 0 22 -\0",
    "1 1 99 -\0",
    "1 1 22 3\0",
    "x".repeat(500),
    "100000 0 22 -\0",
  ])
    expect(await say(at, [hello, line])).toBe("plain\n");
  // Somebody who goes away in the middle, and somebody who has too much to say.
  expect(await say(at, [hello, "1 1 22 -\0/\0"], true)).toBe("plain\n");
  expect(await say(at, [hello, "1 1 22 -\0", "x".repeat(9_000_000)])).toBe("plain\n");
  expect(await say(at, ["GET / HTTP/1.1\n\n"])).toBe("");
  expect(calls).toBe(0);
});

it("on the loopback says nothing to whoever does not know the secret, and shows its own only then", async () => {
  const { port, client, own } = await daemon(async () => answer);
  const at = { port, host: "127.0.0.1" };
  for (const key of ["-", "0".repeat(32), own, client.slice(1)])
    expect(await say(at, [`hookline 1 ${build} ${key} status\n`])).toBe("");
  expect(await say(at, ["POST / HTTP/1.1\r\nHost: localhost\r\n\r\n"])).toBe("");
  expect(client).not.toBe(own);
  expect(await say(at, [`hookline 1 ${build} ${client} status\n`])).toBe(`hello ${own}\n{"pid":1}\n`);
  // Bash reads lines of one length at once.
  const line = (text: string) => `${text.padEnd(39)}\n`;
  const said = await say(at, [`hookline 1 ${build} ${client} call\n`, "0 0 22 -\0", "/\0"]);
  expect(said.replaceAll(line("alive"), "")).toBe(`hello ${own}\n${line("answer 2 3 3 raw")}outerr`);
});

it("gives bash escapes where there is a zero byte", async () => {
  const { port, client, socket } = await daemon(async () => ({ status: 0, out: "a\0\\", err: "" }));
  const call = (key: string) => [`hookline 1 ${build} ${key} call\n0 0 22 -\0/\0`];
  expect(await say({ path: socket }, call("-"))).toMatch(/^(alive\n)?answer 0 3 0 raw\na\0\\$/);
  expect(await say({ port, host: "127.0.0.1" }, call(client))).toMatch(
    /answer 0 8 0 escaped +\na\\0000\\\\$/,
  );
});

it("tells the call that its client is gone", async () => {
  let gone: (() => void) | undefined;
  const told = new Promise<void>((settle) => {
    gone = settle;
  });
  const { socket } = await daemon(async (call) => {
    await new Promise<void>((settle) => call.onGone(settle));
    gone?.();
    return answer;
  });
  const said = say({ path: socket }, [hello, "0 0 22 -\0/\0"], true);
  await told;
  expect((await said).replace("alive\n", "")).toBe("");
});

it("keeps its socket and its secrets to its user, and is asked by its verbs", async () => {
  const { place, socket, listening, stops } = await daemon(async () => answer);
  expect(statSync(socket).mode & 0o777).toBe(0o600);
  expect(statSync(join(place.folder, place.port)).mode & 0o777).toBe(0o600);
  expect(folderProblem(place.folder)).toBe(null);
  expect(await askDaemon(place, build, "status")).toBe('{"pid":1}');
  expect(await askDaemon(place, build, "stop")).toBe("stopping");
  expect(stops()).toBe(1);
  expect(listening.isReachable()).toBe(true);
  listening.close();
  expect(listening.isReachable()).toBe(false);
  expect(await askDaemon(place, build, "status")).toBe(null);
});

it("makes no folder of what others may enter", () => {
  const root = mkdtempSync(join(tmpdir(), "hookline-test-"));
  onTestFinished(() => removeFolder(root));
  const { folder } = runPlace(root, build);
  expect(folderProblem(folder)).toContain("there is no folder");
  expect(folderProblem(`/dev/null/run`)).toContain("there is no folder");
  mkdirSync(folder, { mode: 0o755 });
  expect(() => makeRunFolder(folder)).toThrow("others may enter");
});
