import { resolve } from "node:path";
import { fileOutlet, type Outlet, standardOutlet, standsAt } from "../../system/outlet.ts";
import { workingFolder } from "../folder.ts";
import { textOption, UsageError, type VerbOptions } from "../verb.ts";

/** Lets a verb write to `--output`, else to standard output; a file is there as a whole or not at all, and replaced only with `--force`. */
export function toOutlet(options: VerbOptions, work: (out: Outlet) => void): void {
  const out = outletOf(options);
  try {
    work(out);
    out.end();
  } catch (error) {
    out.abandon();
    throw error;
  }
}

function outletOf(options: VerbOptions): Outlet {
  const file = textOption(options, "output");
  if (file === undefined || file === "-") return standardOutlet();
  const path = resolve(workingFolder(options), file);
  try {
    const there = standsAt(path);
    if (there === "other") throw new UsageError("something that is no regular file is there");
    if (there === "file" && options.force !== true)
      throw new UsageError("there is a file already; --force replaces it");
    return fileOutlet(path);
  } catch (error) {
    throw new UsageError(`--output ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
