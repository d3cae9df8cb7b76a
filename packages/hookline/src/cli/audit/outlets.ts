import { resolve } from "node:path";
import { fileOutlet, type Outlet, standardOutlet, standsAt } from "../../system/outlet.ts";
import { textOption, UsageError, type VerbOptions } from "../verb.ts";

/** Where a verb writes to: `--output`, else standard output; a file that is there is replaced only with `--force`. */
export function outletOf(options: VerbOptions): Outlet {
  const file = textOption(options, "output");
  if (file === undefined || file === "-") return standardOutlet();
  const path = resolve(textOption(options, "cwd") ?? ".", file);
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
