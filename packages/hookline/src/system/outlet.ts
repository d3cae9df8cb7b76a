import { closeSync, constants, fsyncSync, lstatSync, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { uuidv7 } from "./identifiers.ts";
import { writeWhole } from "./standard-streams.ts";

/** Somewhere that a long text goes piece by piece. */
export interface Outlet {
  /** False if nobody reads any more: there is no use in going on. */
  write(text: string): boolean;
  /** All has been written: it is there from now on. */
  end(): void;
  /** What has been written is of no use. */
  abandon(): void;
}

/** Pieces are gathered to this many characters before they are written. */
const gathered = 64 * 1024;

/** Standard output; a reader that goes away (`| head`) is no error. */
export function standardOutlet(): Outlet {
  return gather({ write: (text) => writeWhole(1, text), end: () => {}, abandon: () => {} });
}

/** A file for its owner alone that is there as a whole or not at all; throws what the system says. */
export function fileOutlet(path: string): Outlet {
  const draft = join(dirname(path), `.${basename(path)}.${uuidv7()}.tmp`);
  const fd = openSync(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  let open = true;
  const close = () => {
    if (open) closeSync(fd);
    open = false;
  };
  const abandon = () => {
    close();
    rmSync(draft, { force: true });
  };
  const write = (text: string) => {
    const bytes = Buffer.from(text);
    for (let offset = 0; offset < bytes.length; ) offset += writeSync(fd, bytes, offset);
    return true;
  };
  const end = () => {
    fsyncSync(fd);
    close();
    renameSync(draft, path);
  };
  return gather({ write, end, abandon });
}

/** What stands at a path: a regular file, something else that nothing may be put in the place of, or nothing. */
export function standsAt(path: string): "file" | "other" | "nothing" {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  return stats === undefined ? "nothing" : stats.isFile() ? "file" : "other";
}

function gather(outlet: Outlet): Outlet {
  let waiting = "";
  let read = true;
  const flush = () => {
    if (waiting !== "") read = read && outlet.write(waiting);
    waiting = "";
    return read;
  };
  return {
    write(text) {
      waiting += text;
      return waiting.length < gathered ? read : flush();
    },
    end() {
      flush();
      outlet.end();
    },
    abandon: () => outlet.abandon(),
  };
}
