import { randomUUID } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { onFile } from "./file-error.ts";
import type { Target } from "./paths.ts";
import type { FileBytes } from "./text-file.ts";

/** Puts new content in the place of a file, as a whole or not at all; mode and owner stay, and so does a link that leads to it. */
export function replaceFile({ path, real }: Target, bytes: Uint8Array, old: FileBytes | null): void {
  onFile(path, () => {
    if (old) accessSync(real, constants.W_OK);
    else mkdirSync(dirname(real), { recursive: true });
    const draft = join(dirname(real), `.${randomUUID()}.tmp`);
    const fd = openSync(
      draft,
      constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL,
      old ? 0o600 : 0o666,
    );
    try {
      try {
        writeFileSync(fd, bytes);
        if (old) keep(fd, old);
      } finally {
        closeSync(fd);
      }
      renameSync(draft, real);
    } catch (error) {
      rmSync(draft, { force: true });
      throw error;
    }
  });
}

function keep(fd: number, { mode, uid, gid }: FileBytes): void {
  try {
    fchownSync(fd, uid, gid);
  } catch {
    // Only the superuser can give a file away; then it is ours.
  }
  // After the owner, since a change of owner takes some bits away.
  fchmodSync(fd, mode);
}
