import { createHash } from "node:crypto";
import { FileError } from "./file-error.ts";
import type { Target } from "./paths.ts";

/** What the model knows of files: it must not change one that somebody else has changed since. */
export interface SeenFiles {
  /** The model has seen this content, or has written it. */
  note(target: Target, bytes: Uint8Array): void;
  /** Throws if the model has seen another content than this. */
  check(target: Target, bytes: Uint8Array): void;
}

/** Begins with nothing seen; contents are kept as digests. */
export function createSeenFiles(): SeenFiles {
  const digests = new Map<string, string>();
  const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("base64");
  return {
    note({ real }, bytes) {
      digests.set(real, digest(bytes));
    },
    check({ path, real }, bytes) {
      const seen = digests.get(real);
      if (seen !== undefined && seen !== digest(bytes))
        throw new FileError(`The file has changed since it was read, read it again first: ${path}`);
    },
  };
}
