// Finds the tags in the tests: a comment `// shows: W-052 W-053` over a test says which items of the seeds that test shows.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const call = /^(\s*)(it|test|describe)((?:\.\w+)*)(?:<[^(]*>)?\(/;
const tag = /^\s*\/\/ shows:(.*)$/;
const comment = /^\s*\/\//;

/** The place behind the bracket that closes the one at this place; strings are stepped over. */
function behindBracket(text, open) {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    const letter = text[at];
    if (letter === '"' || letter === "'" || letter === "`") at = behindString(text, at) - 1;
    else if ("([{".includes(letter)) depth++;
    else if (")]}".includes(letter) && --depth === 0) return at + 1;
  }
  return text.length;
}

/** The place behind the string that begins at this place. */
function behindString(text, open) {
  let at = open + 1;
  while (at < text.length && text[at] !== text[open]) at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

/** The title of the call that begins at this place: the first argument, behind the table of an `each`. */
function titleAt(text, start, modifiers) {
  let open = text.indexOf("(", start);
  if (/\.(each|for|skipIf|runIf)$/.test(modifiers)) open = text.indexOf("(", behindBracket(text, open));
  const quote = open + 1 + text.slice(open + 1).search(/\S/);
  if (!`"'\``.includes(text[quote])) return "";
  return text.slice(quote + 1, behindString(text, quote) - 1).replace(/\\(.)/g, "$1");
}

/** The tags of one test file; `title` is null where no test follows, `skipped` where it does not run. */
export function tagsOf(text) {
  const found = [];
  let ids = [];
  let around = [];
  let at = 0;
  for (const [index, line] of text.split("\n").entries()) {
    const begun = call.exec(line);
    const tagged = tag.exec(line);
    if (tagged) {
      ids.push(...(tagged[1] ?? "").trim().split(/\s+/));
    } else if (begun) {
      const [, indent, word, modifiers] = begun;
      around = around.filter((one) => one.indent < indent.length);
      const titles = [...around.map(({ title }) => title), titleAt(text, at + indent.length, modifiers)];
      const off = modifiers.split(".").some((one) => ["skip", "todo", "fails"].includes(one));
      const skipped = off || around.some((one) => one.skipped);
      if (word === "describe") around.push({ indent: indent.length, title: titles.at(-1), skipped });
      if (ids.length > 0) found.push({ ids, line: index + 1, title: titles.join(" › "), skipped });
      ids = [];
    } else if (ids.length > 0 && !comment.test(line)) {
      found.push({ ids, line: index + 1, title: null, skipped: false });
      ids = [];
    }
    at += line.length + 1;
  }
  return found;
}

/** Every tag in the tests of every package: `{ file, line, ids, title, skipped }`, sorted by file. */
export function allTags(root) {
  const folders = readdirSync(join(root, "packages")).map((name) => `packages/${name}/test`);
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".test.ts"))
      .sort()
      .flatMap((path) => {
        const file = `${folder}/${path}`;
        return tagsOf(readFileSync(join(root, file), "utf8")).map((one) => ({ file, ...one }));
      }),
  );
}
