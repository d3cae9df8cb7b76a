import { homedir, userInfo } from "node:os";
import { HooklineError } from "../contract/errors.ts";
import { plainPath } from "./plain-path.ts";

/** The home folder of the user. An empty or relative HOME is none: it would be the folder of whatever project one is in, whose files would pass for the user's. */
export function homeFolder(env: { readonly [name: string]: string | undefined }): string {
  const { HOME } = env;
  return HOME?.startsWith("/") ? plainPath(HOME) : knownHome();
}

function knownHome(): string {
  for (const look of [homedir, () => userInfo().homedir]) {
    try {
      const found = look();
      if (found.startsWith("/")) return plainPath(found);
    } catch {
      // The machine does not know this user.
    }
  }
  throw new HooklineError(
    "invalid-option",
    "this user has no home folder: let HOME name one, as an absolute path",
  );
}
