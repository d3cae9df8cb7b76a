import { describe, expect, it } from "vitest";
import { allDestinations } from "../../src/audit/destinations/all.ts";
import { auditFields } from "../../src/config/entries/entry-fields.ts";
import { scratch } from "../engine/scratch.ts";
import { blocks, copyInto, page, replay, section, steady } from "../house/pages.ts";

describe("docs/audit.md", () => {
  const text = page("docs/audit.md");

  it("has transcripts that are what the commands print, one after the other", () => {
    const place = scratch();
    copyInto(place, text);
    const transcripts = blocks(text, "console");
    expect(transcripts.length).toBeGreaterThanOrEqual(4);
    for (const transcript of transcripts) {
      const { shown, expected } = replay(place, transcript);
      expect(steady(shown)).toBe(steady(expected));
    }
  });

  it("explains every setting and every destination", () => {
    const settings = section("docs/audit.md", "Switch it on");
    for (const name of Object.keys(auditFields))
      expect(settings).toMatch(new RegExp(`^\\| \`${name}\` `, "m"));
    const destinations = section("docs/audit.md", "Destinations");
    for (const { type } of allDestinations)
      expect(destinations).toMatch(new RegExp(`^\\| \`${type}\` `, "m"));
  });
});
