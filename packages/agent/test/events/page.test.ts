import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { builtInEvents } from "hookline";
import { describe, expect, it } from "vitest";
import { neverFired } from "./compare.ts";
import { differences } from "./differences.ts";

const text = readFileSync(resolve(import.meta.dirname, "../../../../docs/agent-events.md"), "utf8");
const [events = "", , others = ""] = text.split(/^## /m);
const rowsOf = (part: string) =>
  [...part.matchAll(/^\| (.*) \|$/gm)].map(([, row = ""]) => row.split(" | ")).slice(2);

describe("docs/agent-events.md", () => {
  const rows = rowsOf(events);

  it("has a row for each event, in order", () => {
    expect(rows.map(([event]) => event)).toEqual(builtInEvents.map(({ name }) => name));
    expect(rows.filter((row) => row.length !== 4)).toEqual([]);
  });

  it("says of each event that can be refused what a deny does, and of no other", () => {
    const past = rows.filter(([, , deny]) => deny === "shown to the person").map(([event]) => event);
    expect(past).toEqual(builtInEvents.filter(({ deny }) => deny === "none").map(({ name }) => name));
  });

  it.each(builtInEvents.filter(({ name }) => name !== neverFired))(
    "tells every answer of $name",
    ({ name, answer }) => {
      const [, , , told = ""] = rows.find(([event]) => event === name) ?? [];
      expect(Object.keys(answer).filter((field) => !told.includes(`\`${field}\``))).toEqual([]);
    },
  );

  it("lists the differences from Claude Code, each with its reason", () => {
    const listed = rowsOf(others).map((row) => `| ${row.join(" | ")} |`);
    expect(listed).toEqual(
      differences.map(({ event, field, is, why }) => `| ${event} | \`${field}\` | ${is} | ${why} |`),
    );
  });

  it("says which event has no place here", () => {
    expect(text).toContain(`${neverFired} has no place in this agent.`);
  });
});
