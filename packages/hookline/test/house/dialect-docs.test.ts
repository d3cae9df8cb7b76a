import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allDialects } from "../../src/dialects/all.ts";
import { native } from "../../src/dialects/native.ts";
import { scratch } from "../engine/scratch.ts";
import { page, root } from "./pages.ts";

const folder = "docs/dialects";
const pages = readdirSync(join(root, folder)).filter((name) => name.endsWith(".md"));

/** The hook files that a page shows, each with the path that stands over it. */
function filesOf(text: string): { path: string; body: string }[] {
  const found = text.matchAll(/^<!-- file: (\S+) -->\n+```\w+\n(.*?)^```$/gms);
  return [...found].map(([, path = "", body = ""]) => ({ path, body }));
}

describe("the pages of the dialects", () => {
  it("are there for each one but Hookline's own, and HOOKS.md leads to them", () => {
    const others = allDialects.filter((dialect) => dialect !== native).map(({ name }) => `${name}.md`);
    expect(pages.sort()).toEqual(others.sort());
    for (const name of others) expect(page("HOOKS.md")).toContain(`(docs/dialects/${name})`);
  });

  it.each(pages)("%s shows files that work as they are", async (name) => {
    const dialect = allDialects.find((one) => `${one.name}.md` === name);
    const files = filesOf(page(`${folder}/${name}`));
    if (dialect?.files.length) expect(files.length).toBeGreaterThan(0);
    for (const { path, body } of files) {
      const place = scratch();
      place.write(path.startsWith("~/") ? join(place.home, path.slice(2)) : path, body);
      const engine = await place.engine({ dialects: [dialect?.name ?? ""] });
      expect([path, engine.diagnostics]).toEqual([path, []]);
      expect([path, engine.hooks.length > 0]).toEqual([path, true]);
    }
  });

  it.each(pages)("%s names no file that is not there", (name) => {
    const links = [...page(`${folder}/${name}`).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(
      ([, path]) => path ?? "",
    );
    expect(links.filter((path) => !existsSync(join(root, folder, path)))).toEqual([]);
  });
});
