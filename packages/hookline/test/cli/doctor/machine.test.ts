import { chmodSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { machineCheck, nodeFindings } from "../../../src/cli/doctor/machine.ts";
import { pathCheck } from "../../../src/cli/doctor/path.ts";
import { oldestNode } from "../../../src/cli/version.ts";
import { commands, scratch } from "../../engine/scratch.ts";
import { findings } from "./patient.ts";

const plain = "/usr/bin:/bin";

describe("the machine", () => {
  it("is fine as it is here", async () => {
    const place = scratch(commands("true"));
    expect(await findings(place, machineCheck)).toEqual([]);
    expect(nodeFindings(process.versions.node, oldestNode())).toEqual([]);
  });

  it.each([
    ["20.19.9", true],
    ["18.20.0", true],
    ["20.20.0", false],
    ["21.0.0", false],
  ])("must have a Node that is new enough: %s", (version, old) => {
    const found = nodeFindings(version, "20.20");
    expect(found.map(({ severity, what }) => [severity, what])).toEqual(
      old ? [["error", `Node ${version} is older than 20.20`]] : [],
    );
  });

  it("needs bash where a hook wants it, and git where the project has a repository", async () => {
    const place = scratch(commands({ id: "b", command: "true", shell: "bash" }));
    mkdirSync(join(place.project, ".git"));
    const found = await findings(place, machineCheck, {
      env: { ...place.env, PATH: join(place.home, "bin") },
    });
    expect(found).toMatchObject([
      { severity: "error", what: "b wants bash, which is not on PATH" },
      {
        severity: "warning",
        what: "this is a git repository, and git is not on PATH",
        mend: "apt install git",
      },
    ]);
  });

  it.each([
    ["", /is not set/],
    ["home", /no absolute path/],
    ["/no/such/home", /no such folder/],
  ])("needs a home: %j", async (HOME, what) => {
    const place = scratch();
    expect(await findings(place, machineCheck, { env: { ...place.env, HOME } })).toMatchObject([
      { severity: "warning", where: "HOME", what: expect.stringMatching(what) },
    ]);
  });

  it("needs a clock that is right", async () => {
    const place = scratch();
    expect(await findings(place, machineCheck, { now: Date.parse("1970-01-02") })).toMatchObject([
      { severity: "error", what: "the clock says 1970-01-02" },
    ]);
    place.write(join(place.home, ".local/state/hookline/trace/2999-01-01.jsonl"), "");
    chmodSync(join(place.home, ".local/state/hookline"), 0o700);
    expect(await findings(place, machineCheck)).toMatchObject([
      { severity: "warning", where: "clock", mend: "set the clock: timedatectl set-ntp true" },
    ]);
  });
});

describe("PATH", () => {
  const of = async (path: string) => {
    const place = scratch();
    return findings(place, pathCheck, { env: { ...place.env, PATH: path } });
  };

  it("is fine as most have it", async () => expect(await of(plain)).toEqual([]));

  it.each([
    ["", "error", /is empty/],
    [`${plain}:`, "warning", /empty entry/],
    [`node_modules/.bin:${plain}`, "warning", /node_modules\/\.bin is relative/],
    [`${plain}:/no/such/bin`, "info", /does not exist/],
  ])("is looked through: %j", async (path, severity, what) => {
    expect(await of(path)).toMatchObject([{ severity, where: "PATH", what: expect.stringMatching(what) }]);
  });

  it("has a folder that everybody can write to, which chmod mends", async () => {
    const place = scratch();
    const folder = join(place.home, "bin");
    mkdirSync(folder);
    chmodSync(folder, 0o777);
    const env = { ...place.env, PATH: `${plain}:${folder}` };
    expect(await findings(place, pathCheck, { env })).toMatchObject([
      { severity: "error", mend: `chmod o-w ${folder}` },
    ]);
    chmodSync(folder, 0o755);
    expect(await findings(place, pathCheck, { env })).toEqual([]);
  });
});
