import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { programsCheck } from "../../../src/cli/doctor/programs.ts";
import { aWrite, commands, type Scratch, scratch } from "../../engine/scratch.ts";
import { findings } from "./patient.ts";

const path = "/usr/bin:/bin";
const look = (place: Scratch, PATH = path) => findings(place, programsCheck, { env: { ...place.env, PATH } });

function script(place: Scratch, name: string, text: string, mode = 0o755): string {
  const file = place.write(name, text);
  chmodSync(file, mode);
  return file;
}

describe("the programs of hooks", () => {
  it("have nothing said about them where they work", async () => {
    const place = scratch(
      commands(
        "./ok.sh && sh plain.sh; [ -f x ] || exit 0",
        { command: "./ok.sh", args: [] },
        "if command -v nosuchtool; then nosuchtool .; fi",
        "cd sub && ./inner.sh",
        'cat "$CLAUDE_PROJECT_DIR/a" | sed s/a/b/',
        "$TOOL x",
        "ssh host nosuchtool",
        "echo 'a\r\n'",
      ),
    );
    script(place, "ok.sh", "#!/usr/bin/env -S sh -e\nexit 0\n");
    script(place, "plain.sh", "exit 0\n", 0o644);
    script(place, "sub/inner.sh", "exit 0\n");
    expect((await look(place)).filter(({ what }) => !/\bssh\b/.test(what))).toEqual([]);
  });

  it.each<[string, (place: Scratch) => string, string, RegExp, (file: string) => string]>([
    [
      "no run bit",
      (p) => script(p, "g.sh", "#!/bin/sh\n", 0o644),
      "./g.sh",
      /has no run bit/,
      (f) => `chmod +x ${f}`,
    ],
    [
      "CRLF in the first line",
      (p) => script(p, "g.sh", "#!/bin/sh\r\nexit 0\r\n"),
      "./g.sh",
      /first line .* carriage return/,
      (f) => `sed -i 's/\\r$//' ${f}`,
    ],
    [
      "CRLF for a shell",
      (p) => script(p, "g.sh", "if true\r\nthen exit 0\r\nfi\r\n"),
      "sh g.sh",
      /carriage returns \(CRLF\)/,
      (f) => `sed -i 's/\\r$//' ${f}`,
    ],
    [
      "a byte order mark",
      (p) => script(p, "g.sh", "\uFEFF#!/bin/bash\n[[ a == a ]] || exit 3\nexit 0\n"),
      "./g.sh",
      /byte order mark/,
      (f) => `sed -i '1s/^\\xEF\\xBB\\xBF//' ${f}`,
    ],
  ])("%s: the command that is advised mends it", async (_name, make, command, what, mend) => {
    const place = scratch(commands({ id: "g", command }));
    const file = make(place);
    const found = await look(place);
    expect(found).toMatchObject([{ severity: "error", what: expect.stringMatching(what), mend: mend(file) }]);
    expect(found[0]?.where).toMatch(/^\.hookline\/hooks\.json:\d+:\d+$/);
    const broken = await (await place.engine()).fire("PreToolUse", aWrite);
    // Some of them break, and some deny everything: a shell that cannot read its script ends with 2.
    expect([broken.runs[0]?.fault, broken.verdict]).not.toEqual([null, "pass"]);
    expect(spawnSync("sh", ["-c", mend(file)]).status).toBe(0);
    expect(await look(place)).toEqual([]);
    const mended = await (await place.engine()).fire("PreToolUse", aWrite);
    expect(mended.runs[0]).toMatchObject({ fault: null, exitCode: 0 });
  });

  it("need no first line, also in exec form: the system gives them to a shell", async () => {
    const place = scratch(
      commands({ id: "exec", command: "./g", args: [] }, { id: "shell", command: "./g" }),
    );
    script(place, "g", "exit 0\n");
    expect(await look(place)).toEqual([]);
    const { runs } = await (await place.engine()).fire("PreToolUse", aWrite);
    expect(runs.map(({ fault }) => fault)).toEqual([null, null]);
  });

  it.each([
    ["./gone.sh", /gone\.sh does not exist/],
    ["python3 gone.py", /gone\.py does not exist/],
    ["./folder", /folder is a folder/],
    ["./wants", /wants nosuchinterpreter, which is not there/],
    ["./wants-path", /wants \/no\/such\/sh, which is not there/],
    ["nosuchtool --x", /nosuchtool is not on the PATH/],
    ["./foreign", /is a program for macOS/],
    ["./other-cpu", /is a program for another processor/],
    ["timeout 5 nosuchtool", /nosuchtool is not on the PATH/],
  ])("that cannot start are errors: %s", async (command, what) => {
    const place = scratch(commands({ id: "g", command }));
    mkdirSync(join(place.project, "folder"));
    script(place, "wants", "#!/usr/bin/env nosuchinterpreter\n");
    script(place, "wants-path", "#!/no/such/sh -e\n");
    const program = (bytes: Buffer, name: string) => {
      writeFileSync(join(place.project, name), bytes);
      chmodSync(join(place.project, name), 0o755);
    };
    program(Buffer.concat([Buffer.from([0xcf, 0xfa, 0xed, 0xfe]), Buffer.alloc(60)]), "foreign");
    const elf = Buffer.alloc(64);
    elf.write("\x7fELF\x02\x01", "latin1");
    elf.writeUInt16LE(0xf3, 18);
    program(elf, "other-cpu");
    expect(await look(place)).toMatchObject([{ severity: "error", what: expect.stringMatching(what) }]);
  });

  it("are milder where something comes before them, and in pipes each is looked at", async () => {
    const place = scratch(commands({ id: "g", command: "cat | nosuchtool -r .x" }));
    expect(await look(place)).toMatchObject([
      { severity: "warning", what: expect.stringContaining("nosuchtool") },
    ]);
  });

  it("that npx would fetch are told, installed ones are not, and what is installed here is named", async () => {
    const place = scratch(
      commands(
        { id: "a", command: "npx prettier --check ." },
        { id: "b", command: "npx eslint ." },
        { id: "c", command: "eslint ." },
      ),
    );
    script(place, "node_modules/.bin/eslint", "#!/bin/sh\n");
    place.write("node_modules/eslint/package.json", "{}");
    const found = await look(place, `${path}:${join(process.execPath, "..")}`);
    expect(found.map(({ severity, what, mend }) => [severity, what, mend])).toEqual([
      [
        "error",
        "c: eslint is not on the PATH that it gets",
        expect.stringMatching(/^write npx eslint in place of eslint/),
      ],
      [
        "warning",
        "a: npx would fetch prettier from the registry: it is not installed here",
        "npm install --save-dev prettier",
      ],
    ]);
  });

  it("start in a folder that must be there, and are looked for on the PATH of their own entry", async () => {
    const place = scratch(
      commands(
        { id: "a", command: "true", cwd: "nowhere" },
        { id: "b", command: "mytool", env: { PATH: "/usr/bin:/opt/x" } },
      ),
    );
    expect(await look(place)).toMatchObject([
      {
        what: `a starts in ${place.project}/nowhere, and there is no such folder`,
        mend: expect.stringMatching(/^mkdir -p /),
      },
      { what: "b: mytool is not on the PATH that it gets" },
    ]);
  });

  it("of hooks that are switched off are not looked at", async () => {
    const place = scratch(commands({ id: "a", command: "./gone.sh", enabled: false }));
    expect(await look(place)).toEqual([]);
  });
});
