import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { page, root } from "./pages.ts";

const parts = page("docs/guarantees.md")
  .split(/^## (?=\d+\. )/m)
  .slice(1)
  .map((text) => ({
    title: text.split("\n")[0] ?? "",
    text: text.split(/^## /m)[0] ?? "",
    tests: [...text.matchAll(/^- \[`([^`]+)`\]\([^)]+\): (.+)$/gm)].map(([, file = "", name = ""]) => ({
      file: `packages/hookline/test/${file}`,
      name,
    })),
  }));

describe("docs/guarantees.md", () => {
  it("has the ten promises in order, each with its files, its tests and its limits", () => {
    expect(parts.map(({ title }) => Number.parseInt(title, 10))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    for (const { title, text, tests } of parts) {
      expect(text, title).toMatch(/^\*\*Kept by\*\* \[/m);
      expect(text, title).toMatch(/^\*\*Not promised\.\*\* \S/m);
      expect(tests.length, title).toBeGreaterThanOrEqual(3);
    }
  });

  it.each(parts.flatMap(({ tests }) => tests.map(({ file, name }) => [file, name] as const)))(
    "names a test of %s that is there and runs: %s",
    (file, name) => {
      expect(existsSync(join(root, file))).toBe(true);
      const source = page(file);
      // The title of a test for many cases stands behind the cases.
      const title = source.search(new RegExp(`(?:\\(|^\\s*)${escaped(JSON.stringify(name))},`, "m"));
      expect(title).toBeGreaterThan(-1);
      const calls = [...source.slice(0, title + 1).matchAll(/^\s*(?:it|test)((?:\.\w+)*)/gm)];
      expect(calls.at(-1)?.[1]).toMatch(/^(?:\.each|\.for)?$/);
      expect(source).not.toMatch(/\bdescribe\.(?:skip|todo)\b(?!If)/);
    },
  );

  it("does not lead to tests that are not run by npm test", () => {
    const files = parts.flatMap(({ tests }) => tests.map(({ file }) => file));
    expect(files.filter((file) => !/(?<!\.tools)\.test\.ts$/.test(file))).toEqual([]);
  });
});

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
