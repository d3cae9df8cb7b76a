import { homedir, userInfo } from "node:os";
import { isAbsolute, resolve } from "node:path";

/** The home folder of the user. An empty or relative HOME is none: it would be a folder of whatever project one is in, whose files would pass for the user's. */
export function homeFolder(env: { readonly [name: string]: string | undefined }): string {
  for (const look of [() => env.HOME ?? "", () => homedir(), () => userInfo().homedir]) {
    try {
      const found = look();
      if (isAbsolute(found)) return resolve(found);
    } catch {
      // The machine does not know this user.
    }
  }
  throw new Error("this user has no home folder: let HOME name one, as an absolute path");
}
