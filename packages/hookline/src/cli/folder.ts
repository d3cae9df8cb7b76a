import { isAbsolute, resolve } from "node:path";
import type { JsonObject } from "../contract/json.ts";
import { isFolder } from "../system/folders.ts";
import { plainPath } from "../system/plain-path.ts";
import { type Caller, ownCaller } from "./caller.ts";
import { textOption, UsageError, type VerbOptions } from "./verb.ts";

/** Where the project is looked for from: `--cwd`, else the payload's `cwd`, else the folder of whoever calls. */
export function workingFolder(
  options: VerbOptions,
  payload: JsonObject = {},
  caller: Caller = ownCaller,
): string {
  const asked = textOption(options, "cwd");
  if (asked !== undefined) {
    const folder = isAbsolute(asked) ? resolve(asked) : resolve(caller.cwd(), asked);
    if (!isFolder(folder)) throw new UsageError(`--cwd ${asked}: there is no such folder`);
    return folder;
  }
  const { cwd } = payload;
  if (typeof cwd !== "string") return caller.cwd();
  return cwd.startsWith("/") ? plainPath(cwd) : resolve(caller.cwd(), cwd);
}
