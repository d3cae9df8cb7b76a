import { chmodSync, chownSync, mkdirSync, renameSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { commandHook, fileWith, makeMachine } from "./hook-folders.ts";

const isRoot = process.getuid?.() === 0;
const stranger = 12_345;

describe("the managed file", () => {
  const managed = () => {
    const machine = makeMachine();
    machine.write(machine.managed, fileWith([commandHook("guard")]));
    machine.write(machine.team, fileWith([commandHook("team")]));
    return machine;
  };

  it("is in force when nobody else can write it", async () => {
    const { hooks, mustFail, diagnostics } = await managed().load();
    expect([hooks.length, mustFail, diagnostics]).toEqual([2, false, []]);
  });

  const cases: [string, (path: string) => void, string, RegExp][] = [
    [
      "everybody can write it",
      (path) => chmodSync(path, 0o646),
      "can be written by everybody",
      /^chmod go-w /,
    ],
    [
      "its group can write it",
      (path) => chmodSync(path, 0o664),
      "can be written by its group",
      /^chmod go-w /,
    ],
    [
      "everybody can write its folder",
      (path) => chmodSync(dirname(path), 0o777),
      "which can be written by everybody",
      /^chmod go-w .*etc\/hookline$/,
    ],
    [
      "the folder above can be written by its group",
      (path) => chmodSync(dirname(dirname(path)), 0o775),
      "which can be written by its group",
      /^chmod go-w .*etc$/,
    ],
    [
      "it is a link",
      (path) => {
        renameSync(path, `${path}.real`);
        symlinkSync(`${path}.real`, path);
      },
      "is a link",
      /put the file itself there/,
    ],
  ];

  it.each(cases)(
    "is not obeyed and never passed over in silence when %s",
    async (_what, change, why, mend) => {
      const machine = managed();
      change(machine.managed);
      const { hooks, mustFail, diagnostics, files } = await machine.load();
      expect(hooks.map(({ source }) => source.layer)).toEqual(["team"]);
      expect(mustFail).toBe(true);
      expect(files.find(({ layer }) => layer === "managed")).toMatchObject({ state: "broken" });
      expect(diagnostics).toMatchObject([{ severity: "error", file: machine.managed }]);
      expect(diagnostics[0]?.message).toContain(why);
      expect(diagnostics[0]?.message).toContain("none of its hooks is in force");
      expect(diagnostics[0]?.hint).toMatch(mend);
    },
  );

  it.each(cases)("keeps its hooks of before in an engine that runs when %s", async (_what, change, why) => {
    const machine = managed();
    const before = await machine.load();
    change(machine.managed);
    const after = await machine.load({}, before);
    expect([after.hooks.length, after.mustFail]).toEqual([2, true]);
    expect(after.diagnostics[0]?.message).toContain(why);
    expect(after.diagnostics[0]?.message).toContain("stay in force");
  });

  it("is looked at with its folders again, also when the file itself has long been the same", async () => {
    const machine = managed();
    // A file that changed only just now is read anew in any case.
    await delay(150);
    const before = await machine.load();
    chmodSync(dirname(machine.managed), 0o777);
    expect(await machine.load({}, before)).toMatchObject({ mustFail: true, hooks: { length: 2 } });
  });

  it("is obeyed again when it is mended", async () => {
    const machine = managed();
    chmodSync(machine.managed, 0o666);
    const before = await machine.load();
    chmodSync(machine.managed, 0o644);
    expect(await machine.load({}, before)).toMatchObject({ mustFail: false, diagnostics: [] });
  });

  it.runIf(isRoot)("belongs to the machine, with its folders", async () => {
    const machine = managed();
    for (const path of [machine.managed, dirname(machine.managed)]) {
      chownSync(path, stranger, 0);
      const { hooks, mustFail, diagnostics } = await machine.load();
      expect([hooks.length, mustFail]).toEqual([1, true]);
      expect(diagnostics[0]?.message).toContain(`belongs to user ${stranger}, not to root`);
      expect(diagnostics[0]?.hint).toBe(`chown 0 ${path}`);
      chownSync(path, 0, 0);
    }
  });
});

describe("the user's file", () => {
  const own = () => {
    const machine = makeMachine();
    machine.write(machine.user, fileWith([commandHook("mine")]));
    return machine;
  };

  it("may be a link, and writable by the user's group", async () => {
    const machine = own();
    mkdirSync(join(machine.home, "dotfiles"));
    renameSync(machine.user, join(machine.home, "dotfiles", "hooks.json"));
    symlinkSync(join(machine.home, "dotfiles", "hooks.json"), machine.user);
    chmodSync(machine.user, 0o664);
    expect(await machine.load()).toMatchObject({ hooks: { length: 1 }, mustFail: false, diagnostics: [] });
  });

  it("is not obeyed when everybody can write it", async () => {
    const machine = own();
    chmodSync(machine.user, 0o666);
    const { hooks, mustFail, diagnostics } = await machine.load();
    expect([hooks, mustFail]).toEqual([[], true]);
    expect(diagnostics).toMatchObject([
      {
        severity: "error",
        message: expect.stringContaining("can be written by everybody"),
        hint: `chmod o-w ${machine.user}`,
      },
    ]);
  });

  it("tells of a link to nothing and of a device", async () => {
    for (const [target, why] of [
      ["nowhere", "the file is a link to nothing"],
      ["/dev/zero", "is a device"],
    ] as const) {
      const machine = makeMachine();
      mkdirSync(dirname(machine.user), { recursive: true });
      symlinkSync(target, machine.user);
      const { mustFail, diagnostics } = await machine.load();
      expect([mustFail, diagnostics[0]?.message]).toEqual([true, expect.stringContaining(why)]);
    }
  });

  it.runIf(isRoot)("belongs to the user or to root", async () => {
    const machine = own();
    chownSync(machine.user, stranger, 0);
    const { hooks, diagnostics } = await machine.load();
    expect([hooks, diagnostics[0]?.message]).toEqual([
      [],
      expect.stringContaining(`belongs to user ${stranger}`),
    ]);
  });
});

it("a project's file may be anything that can be read: what it says is approved, not where it lies", async () => {
  const machine = makeMachine();
  machine.write(machine.team, fileWith([commandHook("team")]));
  renameSync(machine.team, join(machine.home, "elsewhere.json"));
  symlinkSync(join(machine.home, "elsewhere.json"), machine.team);
  chmodSync(machine.team, 0o666);
  expect(await machine.load()).toMatchObject({ hooks: { length: 1 }, mustFail: false, diagnostics: [] });
});
