import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readBuildId } from "../../system/daemon/build-id.ts";
import { type RunPlace, runPlace } from "../../system/daemon/run-folder.ts";
import { homeFolder } from "../../system/home-folder.ts";
import { isThere } from "../../system/local-files.ts";
import { stateFolder } from "../../system/state-folder.ts";
import { packagedFile } from "../packaged.ts";
import { UsageError } from "../verb.ts";

/** Where the daemon of this build and this user is found. */
export interface OwnPlace {
  readonly build: string;
  readonly place: RunPlace;
}

/** The folder of the package that this very process runs from: of another one a require might know first, the build is another. */
const home = fileURLToPath(import.meta.url)
  .split("/dist/")
  .slice(0, -1)
  .join("/dist/");
const ownFile = (path: string) => (home === "" ? packagedFile(path) : join(home, path));

/** The file that tells builds apart. */
export const buildFile = (): string => ownFile("dist/build-id");

/** The place of the daemon of this build. */
export function ownPlace(): OwnPlace {
  const build = readBuildId(buildFile());
  if (build === null)
    throw new UsageError(`this build has no ${buildFile()}; run "npm run build" in its repository`);
  const { env } = process;
  return { build, place: runPlace(stateFolder(env, homeFolder(env)), build) };
}

/** The paths of the clients: the native one of the package for this platform if it is installed, else of this build, null if there is none; and the one in bash. */
export function clients(): { readonly native: string | null; readonly bash: string } {
  const own = ownFile(`dist/native/${process.platform}-${process.arch}/hookline-fire`);
  const native = [installedClient(), own].find((path) => path !== null && isThere(path)) ?? null;
  return { native, bash: ownFile("bin/hookline-fire.sh") };
}

function installedClient(): string | null {
  try {
    const about = `@hookline/native-${process.platform}-${process.arch}/package.json`;
    return join(dirname(createRequire(import.meta.url).resolve(about)), "hookline-fire");
  } catch {
    return null;
  }
}
