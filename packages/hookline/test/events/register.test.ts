import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as rows from "../../src/events/all.ts";
import { builtInEvents } from "../../src/events/catalog.ts";

const folder = new URL("../../src/events/", import.meta.url);
const sources = new Map(
  readdirSync(folder).map((file) => [file, readFileSync(new URL(file, folder), "utf8")] as const),
);
const defining = [...sources].filter(([, text]) => text.includes("defineEvent(")).map(([file]) => file);

const kebab = (name: string) => name.replace(/(?!^)[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
const camel = (name: string) => name.charAt(0).toLowerCase() + name.slice(1);

describe("the register of events", () => {
  it("has one line for each file that defines an event, and no other", () => {
    const lines = (sources.get("all.ts") ?? "").split("\n").filter((line) => line.startsWith("export"));
    expect(defining).toHaveLength(42);
    expect(lines.map((line) => /from "\.\/(.+)";$/.exec(line)?.[1]).sort()).toEqual(defining.sort());
  });

  it("calls each event by its name: the file in kebab-case, the export in camelCase", () => {
    const exported = Object.entries(rows).map(([name, spec]) => [name, `${kebab(spec.name)}.ts`]);
    expect(exported.map(([name]) => name).sort()).toEqual(
      builtInEvents.map(({ name }) => camel(name)).sort(),
    );
    for (const [name, file] of exported) {
      expect(sources.get(file ?? ""), file).toContain(`export const ${name} = defineEvent({`);
    }
  });

  it("is in alphabetical order when listed, whatever the order of its lines", () => {
    const names = builtInEvents.map(({ name }) => name);
    expect(names).toEqual([...names].sort());
  });

  it("holds data only: a row has no function in it", () => {
    for (const spec of builtInEvents) expect(JSON.parse(JSON.stringify(spec))).toEqual(spec);
  });
});
