const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** What a shell is given to run. */
export interface ShellScript {
  readonly shell: "bash" | "sh";
  readonly command: string;
  /** Where the shell writes the folder that it is in. */
  readonly folderFile: string;
  /** Scripts to run first, in the same shell. */
  readonly envFiles: readonly string[];
}

/**
 * The command with what must happen around it, on its first line so that line numbers in errors stay true. The shell tells
 * its folder when it exits, however it does; bash also at each `cd`, since `exec` leaves no exit, and only for the shell itself,
 * not for what runs in parentheses.
 */
export function shellText({ shell, command, folderFile, envFiles }: ShellScript): string {
  const file = quote(folderFile);
  const tell = `{ command pwd -P >| ${file}; } 2>/dev/null`;
  const follow = ["cd", "pushd", "popd"].map(
    (name) =>
      `${name}() { builtin ${name} "$@" || return; { [ "$BASHPID" != "$$" ] || builtin pwd -P >| ${file} || :; } 2>/dev/null; }`,
  );
  const first = [
    ...envFiles.map((path) => `[ ! -r ${quote(path)} ] || . ${quote(path)}`),
    ...(shell === "bash" ? follow : []),
    `trap ${quote(tell)} EXIT`,
  ];
  return `${first.join("; ")}; ${command}`;
}
