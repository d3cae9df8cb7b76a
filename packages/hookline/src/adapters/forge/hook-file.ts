import { isAbsolute, join } from "node:path";
import { writeAtomically } from "../../system/files.ts";
import { homeFolder } from "../../system/home-folder.ts";
import { isThere } from "../../system/local-files.ts";
import { readWhole } from "../../system/whole-file.ts";
import { editHookText, type ForgeHook, type HookText, readHookText, wrong } from "./hook-text.ts";

type Env = { readonly [name: string]: string | undefined };

/** The user's hook file: the one that is there, else the one that Code-Forge itself reads. */
export function globalHooksFile(env: Env = process.env): string {
  const { XDG_CONFIG_HOME: config } = env;
  const base = config && isAbsolute(config) ? config : join(homeFolder(env), ".config");
  return present(join(base, "forge/hooks.json"), join(base, "src/forge/hooks.json"));
}

/** The hook file of a project, likewise. */
export function projectHooksFile(projectDir: string): string {
  return present(join(projectDir, ".forge/hooks.json"), join(projectDir, ".src/forge/hooks.json"));
}

function present(usual: string, documented: string): string {
  return !isThere(usual) && isThere(documented) ? documented : usual;
}

/** The hooks of a file as they are written, in order; none if there is no file. Throws if it cannot be read. */
export function loadHooks(file: string): readonly ForgeHook[] {
  return readDocument(file)?.hooks ?? [];
}

/** Makes these the hooks of a file, as a whole or not at all; entries that did not change keep their text, and all else in the file stays. */
export function saveHooks(file: string, hooks: readonly ForgeHook[]): void {
  const before = readDocument(file);
  if (!before) {
    writeAtomically(file, `${JSON.stringify({ hooks }, null, 2)}\n`, 0o666);
    return;
  }
  const text = editHookText(before, hooks);
  if (text !== before.text) writeAtomically(file, before.mark + text, before.mode);
}

interface Document extends HookText {
  /** The byte order mark, if the file begins with one. */
  readonly mark: string;
  /** Who may read and write it. */
  readonly mode: number;
}

function readDocument(file: string): Document | null {
  const read = readWhole(file);
  if ("error" in read) {
    if (read.error.code === "ENOENT") return null;
    throw wrong(read.error.message);
  }
  if (!read.valid) throw wrong(`${file} is not UTF-8 text`);
  const mark = read.text.startsWith("\ufeff") ? "\ufeff" : "";
  return { ...readHookText(read.text.slice(mark.length), file), mark, mode: read.mode };
}
