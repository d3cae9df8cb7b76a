import { resolve } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { plainPath } from "../../src/system/plain-path.ts";

it("gives what resolve gives, for every path", () => {
  const part = fc.constantFrom("/", "//", ".", "..", "a", ".a", "a.", "...", " ", "b/c");
  fc.assert(
    fc.property(fc.array(part, { maxLength: 6 }), fc.boolean(), (parts, absolute) => {
      const path = `${absolute ? "/" : ""}${parts.join("")}`;
      expect(plainPath(path)).toBe(resolve(path));
    }),
    { numRuns: 2_000 },
  );
});
