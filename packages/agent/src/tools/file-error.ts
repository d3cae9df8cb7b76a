/** What went wrong with a file, in one sentence that says what to do. */
export class FileError extends Error {
  override readonly name: string = "FileError";
}

/** The file is larger than anybody wants to read as a whole. */
export class TooLargeError extends FileError {}

/** The system's name of an error, such as ENOENT. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : "unknown error";
}

const sentences: Readonly<Record<string, string>> = {
  ENOENT: "File does not exist",
  EACCES: "No right to touch this file",
  EPERM: "No right to touch this file",
  EISDIR: "This is a folder, not a file",
  ENOTDIR: "A part of this path is a file, not a folder",
  ELOOP: "Symbolic links lead in a circle",
  ENAMETOOLONG: "The name is too long",
  ENOSPC: "The disk is full",
  EDQUOT: "The disk quota is used up",
  EROFS: "The disk can only be read",
};

/** Runs something on a file; what the system throws becomes one sentence that names the path. */
export function onFile<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw fileError(path, error);
  }
}

/** The sentence for what the system threw. */
export function fileError(path: string, error: unknown): Error {
  if (error instanceof FileError) return error;
  const code = codeOf(error);
  return new FileError(`${sentences[code] ?? `The system refused (${code})`}: ${path}`);
}
