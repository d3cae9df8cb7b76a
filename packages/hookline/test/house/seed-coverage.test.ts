import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { root } from "./pages.ts";

interface Coverage {
  readonly items: readonly { readonly id: string; readonly status: string; readonly kind: string }[];
  readonly waiting: Readonly<Record<string, { readonly until: string; readonly why: string }>>;
  readonly tags: readonly {
    readonly file: string;
    readonly line: number;
    readonly ids: readonly string[];
    readonly title: string | null;
  }[];
  readonly shown: readonly string[];
}

const script = (...args: string[]) =>
  spawnSync(process.execPath, [join(root, "scripts/seed-coverage.mjs"), ...args], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
const { items, waiting, tags, shown }: Coverage = JSON.parse(script("--json").stdout);
const known = new Set(items.map(({ id }) => id));
const placeOf = ({ file, line }: Coverage["tags"][number]) => `${file}:${line}`;

describe("the items of the seeds", () => {
  // Ours for the document that is kept as technical context: what it requires, item by item, beside the tests that show it.
  // shows: W-110
  it("are 607, of which 548 are required", () => {
    expect(known.size).toBe(607);
    expect(items).toHaveLength(607);
    expect(items.filter(({ status }) => status === "v1")).toHaveLength(548);
  });

  it("that wait say for what, and why", () => {
    for (const [id, { until, why }] of Object.entries(waiting)) {
      expect(known, id).toContain(id);
      expect(["agent", "audit", "never"], id).toContain(until);
      expect(why, id).toMatch(/^\S.{9,199}$/);
    }
  });

  it("are shown or wait, not both", () => {
    expect(shown.filter((id) => id in waiting)).toEqual([]);
  });

  // shows: W-152
  it("that are required are all shown or wait", () => {
    const required = items.filter(({ status }) => status === "v1").map(({ id }) => id);
    expect(required.filter((id) => !shown.includes(id) && !(id in waiting))).toEqual([]);
  });
});

describe("the tags in the tests", () => {
  it("name items that exist, each once", () => {
    const odd = tags.filter(({ ids }) => ids.some((id) => !known.has(id)) || new Set(ids).size < ids.length);
    expect(odd.map((tag) => `${placeOf(tag)}: ${tag.ids.join(" ")}`)).toEqual([]);
  });

  it("stand directly over a test with a title", () => {
    expect(tags.length).toBeGreaterThan(0);
    expect(tags.filter(({ title }) => !title).map(placeOf)).toEqual([]);
  });

  // shows: W-110
  it("are what docs/seed-coverage.md says (npm run gen writes it)", () => {
    expect(script("--check")).toMatchObject({ status: 0, stderr: "" });
  });
});
