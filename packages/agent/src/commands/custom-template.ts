/** The prompt of a command: `$ARGUMENTS` is all that was typed after it, `$1` to `$9` are its words, `\$1` stays `$1`; nothing in it is run (`!`) or included (`@`). */
export function expandTemplate(body: string, args: string): string {
  const all = args.trim();
  const words = wordsOf(all);
  let used = false;
  const text = body.replace(
    /(\\?)\$(ARGUMENTS|[1-9])(?![A-Za-z0-9_])/g,
    (whole, backslash: string, what: string) => {
      if (backslash !== "") return whole.slice(1);
      used = true;
      return what === "ARGUMENTS" ? all : (words[Number(what) - 1] ?? "");
    },
  );
  // What a person typed is not lost on a command that has no place for it.
  return used || all === "" ? text : `${text}\n\nARGUMENTS: ${all}`;
}

/** The words of a line; quotes hold several together. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? "",
  );
}
