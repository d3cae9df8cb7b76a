import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { buildFile } from "../../../src/cli/daemon/place.ts";
import { daemonCheck } from "../../../src/cli/doctor/daemon.ts";
import { readBuildId } from "../../../src/system/daemon/build-id.ts";
import { listen } from "../../../src/system/daemon/listen.ts";
import { makeRunFolder, runPlace } from "../../../src/system/daemon/run-folder.ts";
import { type Scratch, scratch } from "../../engine/scratch.ts";
import { findings } from "./patient.ts";

const own = readBuildId(buildFile()) ?? "";
const other = "ab".repeat(16);
const folderOf = ({ home }: Scratch) => join(home, ".local/state/hookline");

/** Something that answers in the place of a daemon of a build. */
async function daemon(place: Scratch, build: string) {
  const at = runPlace(folderOf(place), build);
  makeRunFolder(at.folder);
  const status = () => JSON.stringify({ pid: 12, version: "1.2.3", calls: 3 });
  const answering = { build, status, call: async () => null, stop: () => {} };
  const listening = await listen(at, answering, false);
  onTestFinished(() => listening.close());
  return at;
}

it("says nothing where nobody has had a daemon", async () => {
  expect(await findings(scratch(), daemonCheck)).toEqual([]);
});

it("says which daemon runs, and that one of another build is not asked and will leave", async () => {
  const place = scratch();
  const { folder } = await daemon(place, own);
  await daemon(place, other);
  const found = await findings(place, daemonCheck);
  expect(found).toHaveLength(2);
  const about = (build: string) => found.find(({ what }) => what.includes(build.slice(0, 8)));
  expect(about(own)).toMatchObject({
    severity: "info",
    where: folder,
    what: expect.stringMatching(
      /^a daemon of this build .* runs: process 12, version 1\.2\.3, 3 calls so far$/,
    ),
  });
  expect(about(other)?.what).toMatch(
    /another build .*nobody of this build asks it.*it leaves within seconds/,
  );
});

it("warns of what is left of one that was killed, and of a folder that nobody believes", async () => {
  const place = scratch();
  const { folder } = await daemon(place, other);
  writeFileSync(join(folder, `${own}.sock`), "");
  const found = await findings(place, daemonCheck);
  expect(found).toContainEqual(
    expect.objectContaining({ severity: "warning", what: expect.stringMatching(/this build .*was killed/) }),
  );
  chmodSync(folder, 0o755);
  expect(await findings(place, daemonCheck)).toMatchObject([
    { severity: "warning", what: expect.stringContaining("others may enter") },
  ]);
});

it("says that none of this build runs where there was one once", async () => {
  const place = scratch();
  await daemon(place, other);
  expect((await findings(place, daemonCheck)).map(({ what }) => what)).toContainEqual(
    expect.stringContaining("no daemon of this build runs"),
  );
});
