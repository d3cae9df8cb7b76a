import { expect, test } from "vitest";
import { type Disk, realDisk } from "../../src/system/disk.ts";
import { auditFolder, decision, trail } from "./trail.ts";

/** A disk that writes down what is done to which file, in order. */
const watchedDisk = () => {
  const acts: string[] = [];
  const names = new Map<number, string>();
  const nameOf = (path: string) => (path.includes("/payloads/") ? "payload" : (path.split("/").at(-1) ?? ""));
  const disk: Disk = {
    ...realDisk,
    open(path, how) {
      const fd = realDisk.open(path, how);
      names.set(fd, nameOf(path));
      return fd;
    },
    append(fd, bytes) {
      acts.push(`append ${names.get(fd)}`);
      return realDisk.append(fd, bytes);
    },
    writeAt(fd, bytes, position) {
      acts.push(`write ${names.get(fd)}`);
      realDisk.writeAt(fd, bytes, position);
    },
    sync(fd) {
      acts.push(`sync ${names.get(fd)}`);
      realDisk.sync(fd);
    },
  };
  return { disk, acts };
};

const done = async (sync: boolean) => {
  const { disk, acts } = watchedDisk();
  const opened = trail(auditFolder(), { sync, payloads: "full" }, { disk });
  opened.write(decision(1), undefined);
  const first = acts.splice(0);
  opened.write(decision(2), { number: 2 });
  const record = acts.splice(0);
  await opened.close();
  return { first, record, last: acts };
};

/** The acts on the files of a record itself. */
const ofRecord = (acts: readonly string[]) => acts.filter((act) => /head|jsonl|payload/.test(act));

test("with sync, what is announced, the record and its payload are on the disk before the record counts", async () => {
  const { first, record, last } = await done(true);
  const put = ["write head", "sync head", "append 000001.jsonl", "sync 000001.jsonl", "write head"];
  expect(ofRecord(record)).toEqual(["append payload", "sync payload", ...put]);
  expect(ofRecord(first)).toEqual([...put, ...put]);
  const signed = last.indexOf("append checkpoints");
  expect(last[signed + 1]).toBe("sync checkpoints");
});

test("without it nothing waits for the disk", async () => {
  const { first, record, last } = await done(false);
  expect([...first, ...record, ...last].filter((act) => act.startsWith("sync"))).toEqual([]);
  expect(ofRecord(record)).toEqual(["append payload", "write head", "append 000001.jsonl", "write head"]);
});
