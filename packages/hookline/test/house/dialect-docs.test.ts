import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { allDialects } from "../../src/dialects/all.ts";
import { native } from "../../src/dialects/native.ts";
import { scratch } from "../engine/scratch.ts";
import { bin, blocks, page, root } from "./pages.ts";

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

  // shows: W-151
  it.each(pages)("%s says what is different, and how to move on where there is a file", (name) => {
    const text = page(`${folder}/${name}`);
    const [, ...parts] = text.split(/^## /m);
    const different = parts.find((part) => part.startsWith("What is different")) ?? "";
    expect(different.match(/^[|-] /gm)?.length).toBeGreaterThanOrEqual(4);
    const dialect = allDialects.find((one) => `${one.name}.md` === name);
    expect(text.includes("hookline import ")).toBe(dialect?.files.length !== 0);
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

  it.each(pages)("%s shows commands and programs that run", (name) => {
    const text = page(`${folder}/${name}`);
    const place = scratch();
    for (const { path, body } of filesOf(text)) {
      place.write(path.startsWith("~/") ? join(place.home, path.slice(2)) : path, body);
    }
    symlinkSync(join(root, "node_modules"), join(place.project, "node_modules"));
    for (const transcript of blocks(text, "console")) {
      for (const [, line = ""] of transcript.matchAll(/^\$ (.*)$/gm)) {
        const script = `hookline() { node "$HOOKLINE_BIN" "$@"; }; ${line}`;
        const ended = spawnSync("sh", ["-c", script], {
          cwd: place.project,
          encoding: "utf8",
          env: { ...place.env, HOOKLINE_BIN: bin },
        });
        // 2 and 3 are decisions; 1 is a mistake in the page.
        expect([line, ended.status, ended.stderr.match(/^(?:hookline|error): .*$/m)?.[0]]).toEqual([
          line,
          expect.toBeOneOf([0, 2, 3]),
          undefined,
        ]);
      }
    }
    for (const program of [...blocks(text, "js"), ...blocks(text, "ts")]) {
      const file = place.write("program.mjs", program);
      const ended = spawnSync(process.execPath, [file], {
        cwd: place.project,
        encoding: "utf8",
        env: place.env,
      });
      expect([program, ended.status, ended.stderr]).toEqual([program, 0, ""]);
    }
  });

  it.each(pages)("%s names no file that is not there", (name) => {
    const links = [...page(`${folder}/${name}`).matchAll(/\]\((?!https?:)([^)#]+)/g)].map(
      ([, path]) => path ?? "",
    );
    expect(links.filter((path) => !existsSync(join(root, folder, path)))).toEqual([]);
  });
});
