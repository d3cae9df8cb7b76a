import { resolve } from "node:path";
import type { JsonObject } from "../contract/json.ts";
import { isFolder } from "../system/folders.ts";
import { plainPath } from "../system/plain-path.ts";
import { textOption, UsageError, type VerbOptions } from "./verb.ts";

/** Where the project is looked for from: `--cwd`, else the payload's `cwd`, else this process's folder. */
export function workingFolder(options: VerbOptions, payload: JsonObject = {}): string {
  const asked = textOption(options, "cwd");
  if (asked !== undefined) {
    const folder = resolve(asked);
    if (!isFolder(folder)) throw new UsageError(`--cwd ${asked}: there is no such folder`);
    return folder;
  }
  return typeof payload.cwd === "string" ? plainPath(payload.cwd) : process.cwd();
}
