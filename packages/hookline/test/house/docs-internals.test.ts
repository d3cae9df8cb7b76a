import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { page, root, section } from "./pages.ts";

const source = join(root, "packages/hookline/src");

/** The paths that a page names between back-ticks; `<name>` in one stands for any. */
const named = [...page("docs/internals.md").matchAll(/`([\w.<>-]+(?:\/[\w.<>-]*)+)`/g)].map(
  ([, path]) => path ?? "",
);

describe("docs/internals.md", () => {
  it("names files and folders that exist", () => {
    expect(named.length).toBeGreaterThan(80);
    const places = [source, join(root, "packages/hookline"), root];
    const missing = named.filter((path) => {
      const sure = path.includes("<") ? path.slice(0, path.lastIndexOf("/")) : path;
      return !places.some((place) => existsSync(join(place, sure)));
    });
    expect(missing).toEqual([]);
  });

  it("tells of every room", () => {
    const rooms = readdirSync(source, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    const told = section("docs/internals.md", "The rooms");
    expect(rooms.map(({ name }) => name).filter((name) => !told.includes(`| \`${name}/\``))).toEqual([]);
  });

  it("goes the way of the data by the words of the trace", async () => {
    const { traceSteps } = await import("../../src/contract/trace.ts");
    const way = section("docs/internals.md", "The way of the data");
    expect(traceSteps.filter((step) => !way.includes(`| \`${step}\``))).toEqual([]);
  });
});
