import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Command, ProcessFacts, ProcessHost } from "../../../src/contract/process.ts";
import { createDirectHost } from "../../../src/system/process/process-host.ts";
import { run, script, temporaryFolder, until } from "../command.ts";
import { childrenOf, helperOf, onEachWarm, runWarm, waits, warmHost, warmShells } from "./warm-host.ts";

const plain = {
  PATH: process.env.PATH ?? "",
  HOME: "/root",
  QUOTED: 'it\'s "so" $HOME `id` \\ *',
  LINES: "a\nb\n\n",
};

/** What can be compared: all but the time it took. */
const said = ({ end, stdout, stderr, left }: ProcessFacts) => ({
  end,
  stdout: stdout.text,
  stderr: stderr.text,
  left: left.length,
});

const own = "grep -v '^PPID=\\|^HOOKLINE_RUN_ID='";

onEachWarm((kind) => {
  let direct: ProcessHost;
  let host: ProcessHost;
  beforeAll(() => {
    direct = createDirectHost();
    host = warmHost(kind);
  });
  afterAll(() => Promise.all([direct.close(), host.close()]));

  /** A helper has some shells at most, which wait for commands that it saw; so it is for a few tests. */
  let tests = 0;
  afterEach(async () => {
    if (++tests % 6 > 0) return;
    await host.close();
    host = warmHost(kind);
  });

  /** Runs a command in a shell that the helper starts for it, and in one that waits; both must say the same. */
  async function same(text: string, changes: Partial<Command> = {}, payload?: string) {
    const one = () => script(text, { env: { ...plain }, ...changes });
    const { cold, warm, pid } = await runWarm(host, one(), payload);
    const expected = said(cold);
    // The native helper gives a pipe as stdin, which is empty when it is read again; all others give a file.
    if (kind === "pool")
      expect(said(await run(direct, one(), payload === undefined ? {} : { payload }))).toEqual(expected);
    expect(said(warm)).toEqual(expected);
    return { ...expected, pid };
  }

  describe("in a shell that waited for it, a command sees no difference:", () => {
    test.each([
      ["its name", 'echo "$0" "$#" "$*"'],
      ["its options", 'echo "[$-]"'],
      ["exit 0", "exit 0"],
      ["exit 3", "exit 3"],
      ["exit 2 with a reason", "echo no >&2; exit 2"],
      ["the status of its last command", "false"],
      ["the status at its beginning", "echo $?"],
      ["nothing at all", ""],
      ["a comment alone", "# nothing"],
      ["set -e", "set -e; false; echo never"],
      ["set -e in a list", "set -e; false || echo on; (exit 4); echo never"],
      ["set -u", "set -u; echo $NOT_THERE; echo never"],
      ["set -x", "set -x; echo traced"],
      ["a trap at the end", "trap 'echo bye' EXIT; echo hi"],
      ["a trap for a signal", "trap 'echo got; exit 5' TERM; kill $$; sleep 1"],
      ["no traps", "trap"],
      ["a number of its own", '[ "$(cut -d" " -f1 /proc/$$/stat)" = $$ ] && echo own'],
      ["kill -9", "echo first; kill -9 $$"],
      ["a last command that dies of a signal", `exec sh -c 'kill -SEGV $$'`],
      ["the same without exec", `sh -c 'kill -SEGV $$'`],
      ["the same not as the last", `sh -c 'kill -SEGV $$'; echo $?`],
      ["its session and group", 'set -- $(cut -d" " -f5,6 /proc/$$/stat); echo $(($1 - $$)) $(($2 - $$))'],
      ["a program that is not there", "no-such-program-1"],
      ["a path that is not there", "./no/such/path arg"],
      ["an error in a builtin", "cd /no/such/folder"],
      ["an error in the second line", "echo one\nno-such-program-1\necho $LINENO"],
      ["the number of the line", "echo $LINENO\n\necho $LINENO"],
      ["a text that is none, at once", "echo 'open"],
      ["a text that is none, later", "echo first\nif true; then"],
      ["its environment", `env | ${own} | sort`],
      ["its variables", `set | ${own}`],
      ["its umask", "umask; umask -S"],
      ["its limits", "ulimit -a"],
      ["its files", "{ true >&3; } 2>&1; true >&4"],
      ["its files by number", "exec ls -m /proc/self/fd"],
      ["files of its own", "exec 3>/dev/null 4>&1; echo four >&4"],
      ["its stdin", "cat"],
      ["its stdin by name", "cat /dev/stdin; cat /dev/stdin"],
      ["its stderr by name", "echo err >/dev/stderr; echo out >/dev/stdout"],
      ["a read of stdin by itself", 'read -r line; echo "<$line>"; cat'],
      ["where it is", "pwd; pwd -P; echo $PWD; cd -"],
      ["a document in it", "cat <<'EOF'\n$HOME `x`\nEOF\ncat <<EOF\n$HOME\nEOF"],
      ["aliases and functions", "alias hi='echo hello'\nf() { echo $1 $0; }\nhi; f x; alias; unalias hi"],
      ["a process in the background", "sleep 0.01 & wait; echo $?"],
      ["eval and dot", "eval 'no-such-1'; . /no/such/file; echo never"],
      ["getopts", 'set -- -a -b x; while getopts ab: o; do echo "$o $OPTARG $OPTIND"; done'],
      ["an and-list at the end", "true && exit 7"],
      ["a pipeline", "echo a | tr a b | cat"],
      ["bytes that are no text", "head -c 300 /dev/urandom >/dev/null; printf '\\377\\376\\0x'"],
      ["umlauts", "echo äöü € 日本"],
    ])("%s", async (_, text) => {
      // A text that no shell can read has no shell that waits.
      if (text.includes("'open")) {
        const one = () => script(text, { env: { ...plain } });
        const expected = said(await run(direct, one()));
        for (let count = 0; count < 5; count++) expect(said(await run(host, one()))).toEqual(expected);
      } else await same(text, {}, "one\ntwo\n");
    });

    test("and what it looked at was such a shell", async () => {
      const one = script("cat /proc/$$/cmdline; echo $$", { env: { ...plain } });
      const { cold, warm, pid } = await runWarm(host, one);
      expect(cold.stdout.text).not.toContain(waits[kind].text);
      expect(warm.stdout.text).toContain(waits[kind].text);
      expect(warm.stdout.text).toContain(`${pid}\n`);
      expect(warm.stdout.text).not.toMatch(/HOOKLINE_RUN_ID/);
    });

    test.each(["-e", "+e", "--", "-"])(
      "with %s before its text, which has no shell that waits",
      async (option) => {
        const argv = ["/bin/sh", "-c", option, 'false; echo "$0"'] as const;
        const one = () => script("", { argv, env: { ...plain } });
        const expected = said(await run(direct, one()));
        expect(expected.stderr).toBe("");
        for (let count = 0; count < 5; count++) expect(said(await run(host, one()))).toEqual(expected);
        // The answer to another one says that the helper has had its time.
        await runWarm(host, script("echo other"));
        expect(warmShells(await helperOf(host, script("")), option)).toEqual([]);
      },
    );

    test("with arguments", async () => {
      await same('echo "$0" "$1" "$#"', { argv: ["/bin/sh", "-c", 'echo "$0" "$1" "$#"', "name", "a b"] });
    });
  });

  describe("it gets the environment of its time:", () => {
    test.each<[string, Record<string, string>]>([
      ["nothing", {}],
      ["no PATH", { HOME: "/" }],
      ["PWD that is wrong", { ...plain, PWD: "/usr" }],
      ["PWD that is no path", { ...plain, PWD: "tmp" }],
      ["PWD that is right", { ...plain, PWD: "/tmp" }],
      ["PWD that is written oddly", { ...plain, PWD: "/usr/../tmp/" }],
      ["OLDPWD", { ...plain, OLDPWD: "/usr/bin" }],
      ["_ and PS1", { ...plain, _: "/usr/bin/node", PS1: "$ ", PS4: "> " }],
      ["CDPATH and ENV", { ...plain, CDPATH: "/usr:/", ENV: "/no/such/file" }],
      ["x, which a text of ours uses", { ...plain, x: "mine" }],
      ["__proto__", Object.fromEntries([...Object.entries(plain), ["__proto__", "odd"]])],
      ["a long value", { ...plain, LONG: "y".repeat(100_000) }],
    ])("%s", async (_, env) => {
      const { stdout } = await same(`PATH=/usr/bin:/bin; set | ${own}; env | ${own} | sort; pwd`, {
        env,
        cwd: "/tmp",
      });
      expect(stdout).toContain("PWD='");
    });

    test.each([
      ["IFS", ","],
      ["OPTIND", "abc"],
      ["LINENO", "7"],
      ["PPID", "1"],
      ["npm_config_//registry/:token", "t"],
      ["BASH_FUNC_f%%", "() { echo; }"],
      ["1ST", "digit"],
      ["hookline_go_on", "mine"],
    ])("%s, which only a new shell takes as it should be", async (name, value) => {
      const one = () => script(`set | ${own}; env | ${own} | sort`, { env: { ...plain, [name]: value } });
      const expected = said(await run(direct, one()));
      for (let count = 0; count < 3; count++) expect(said(await run(host, one()))).toEqual(expected);
    });

    test("those that were there the last time and are others now, or are no more", async () => {
      const text = `set | ${own}; env | ${own} | sort`;
      const one = (env: Record<string, string>) => script(text, { env: { ...plain, ...env } });
      const [last, now] = [
        { STAYS: "s", GOES: "it's", CHANGES: "a b" },
        { CHANGES: "$x\n'", COMES: "" },
      ];
      await runWarm(host, one(last));
      const helper = await helperOf(host, one(last));
      await until(() => warmShells(helper, text).length > 0);
      const warm = said(await run(host, one({ ...now, STAYS: "s" })));
      expect(warm).toEqual(
        said(
          await run(host, {
            ...one({}),
            argv: ["/bin/dash", "-c", text],
            env: { ...plain, ...now, STAYS: "s" },
          }),
        ),
      );
      expect(warm.stdout).toContain("COMES=\n");
      expect(warm.stdout).not.toContain("GOES");
    });

    test.each(["PATH", "PS1", "PS2", "PS4"])("%s, which a shell makes up when it has none", async (name) => {
      const text = `set -x; : traced; set +x; PATH=/usr/bin:/bin; set | ${own}`;
      const { [name]: _, ...without }: Record<string, string> = plain;
      await runWarm(host, script(text, { env: { ...without, [name]: "/bin" } }));
      const helper = await helperOf(host, script(""));
      await until(() => warmShells(helper, text).length > 0);
      const one = () => script(text, { env: { ...without } });
      expect(said(await run(host, one()))).toEqual(said(await run(direct, one())));
    });

    test("another one each time", async () => {
      const one = (value: string) => script('echo "$VALUE"', { env: { ...plain, VALUE: value } });
      await runWarm(host, one("first"));
      const helper = await helperOf(host, one(""));
      expect(childrenOf(helper).length).toBeGreaterThan(0);
      const texts: string[] = [];
      for (const value of ["second", "third"])
        texts.push((await runWarm(host, one(value))).warm.stdout.text.trim());
      expect(texts).toEqual(["second", "third"]);
    });
  });

  describe("it starts in its folder:", () => {
    test.each(["with 'quotes' and blanks", "-P", "line\nend", "ä"])("%j", async (name) => {
      const cwd = join(temporaryFolder(), name);
      mkdirSync(cwd);
      expect((await same("pwd; ls -di .", { cwd })).stdout).toContain(cwd);
    });

    test("that is a link, by its name if PWD says so", async () => {
      const folder = temporaryFolder();
      mkdirSync(join(folder, "real"));
      const cwd = join(folder, "link");
      symlinkSync("real", cwd);
      expect((await same("pwd; cd ..; pwd", { cwd })).stdout).toContain(`${folder}/real\n`);
      expect((await same("pwd; cd ..; pwd", { cwd, env: { ...plain, PWD: cwd } })).stdout).toContain(
        `${cwd}\n`,
      );
    });

    test("that is gone, which is told as ever", async () => {
      const folder = temporaryFolder();
      writeFileSync(join(folder, "file"), "");
      await runWarm(host, script("echo ran", { env: { ...plain } }));
      for (const name of ["gone", "file"]) {
        const one = () => script("echo ran", { env: { ...plain }, cwd: join(folder, name) });
        const expected = said(await run(direct, one()));
        expect(expected.end.kind).toBe("unstarted");
        expect(said(await run(host, one()))).toEqual(expected);
      }
    });
  });
});
