import { existsSync, readdirSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, it } from "vitest";
import { page, root } from "./pages.ts";

/** Folders that hold nobody's documents. */
const left = new Set(["node_modules", "dist", "coverage", "fixtures", ".git"]);

/** Every document of the repository. */
function documents(folder = root): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return left.has(entry.name) ? [] : documents(path);
    return /\.md$|^llms\.txt$/.test(entry.name) ? [relative(root, path)] : [];
  });
}

/** A page without its code. */
const prose = (file: string) => page(file).replaceAll(/^```.*?^```$/gms, "");

/** The anchors that GitHub makes of a page's headings. */
function anchors(file: string): Set<string> {
  const seen = new Map<string, number>();
  return new Set(
    [...prose(file).matchAll(/^#+ (.*)$/gm)].map(([, heading = ""]) => {
      const plain = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
      const slug = plain.replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, "").replaceAll(" ", "-");
      const count = seen.get(slug) ?? 0;
      seen.set(slug, count + 1);
      return count === 0 ? slug : `${slug}-${count}`;
    }),
  );
}

it("there are documents to look at", () => {
  expect(documents()).toEqual(expect.arrayContaining(["README.md", "llms.txt", "docs/dialects/forge.md"]));
});

// shows: W-105
it.each(documents())("%s links to files and headings that exist", (file) => {
  const text = prose(file).replaceAll(/`[^`\n]*`/g, (code) => (code.includes("](") ? "" : code));
  const broken = [...text.matchAll(/\]\((?!https?:|mailto:)([^)\s#]*)(?:#([^)\s]+))?\)/g)].filter(
    ([, path = "", anchor]) => {
      const target = path === "" ? file : relative(root, join(root, dirname(file), path));
      if (!existsSync(join(root, target))) return true;
      return anchor !== undefined && !anchors(target).has(anchor);
    },
  );
  expect(broken.map(([link]) => link)).toEqual([]);
});
