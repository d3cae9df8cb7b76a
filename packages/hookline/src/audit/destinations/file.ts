import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { errorCode } from "../../system/error-code.ts";
import { appendWhole } from "../../system/kept-files.ts";
import { realTarget } from "../../system/real-target.ts";
import { DeliveryError, defineDestination } from "./destination.ts";

/** A second file with the same lines, for its owner alone; the chain itself is always written and needs no destination. */
export const file = defineDestination({
  type: "file",
  summary: "a plain copy of the records at another path, one a line",
  fields: { path: "string" },
  identity: ["path"],
  check({ path }) {
    return isAbsolute(path) ? null : `"path" must begin with /: there is no folder that it could start from`;
  },
  open({ path }, { folder }) {
    const target = join(realTarget(dirname(path)), basename(path));
    const way = relative(realTarget(resolve(folder)), target);
    if (!way.startsWith("..") && !isAbsolute(way))
      throw new DeliveryError(`${path} lies inside the audit folder: choose a path outside of it`);
    return {
      async send(records) {
        const lines = records.map(({ line }) => `${line}\n`).join("");
        try {
          await appendWhole(target, Buffer.from(lines));
        } catch (error) {
          throw new DeliveryError(`cannot add to ${path}: ${reason(error)}`);
        }
      },
      close() {},
    };
  },
});

function reason(error: unknown): string {
  const reasons: { readonly [code: string]: string } = {
    ELOOP: "it is a link, which is not followed; write the path of the file itself",
    ENOSPC: "the disk is full",
    EACCES: "this user may not write there",
    EROFS: "the file system is read-only",
    ENXIO: "it is a pipe or a device; a regular file was expected",
    EISDIR: "it is a folder; name a file in it",
  };
  return reasons[errorCode(error)] ?? (error instanceof Error ? error.message : String(error));
}
