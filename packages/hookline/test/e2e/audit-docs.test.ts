import { describe, expect, it } from "vitest";
import { allDestinations } from "../../src/audit/destinations/all.ts";
import { auditFields } from "../../src/config/entries/entry-fields.ts";
import { scratch } from "../engine/scratch.ts";
import { blocks, copyInto, page, replay, section } from "../house/pages.ts";

/** What is another each time: times, keys, hashes, names of machines. */
const steady = (text: string) =>
  text
    .replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d/g, "TIME")
    .replaceAll(/[\w+/]{12}…/g, "KEY…")
    .replaceAll(/\b[0-9a-f]{64}\b/g, "HASH");

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
