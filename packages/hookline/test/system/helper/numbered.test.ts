import fc from "fast-check";
import { expect, test } from "vitest";
import { createNumbered } from "../../../src/system/process/helper/numbered.ts";

test("a number is one thing's at a time, and no thing takes out another one", () => {
  const steps = fc.array(fc.tuple(fc.boolean(), fc.nat(9)), { maxLength: 60 });
  fc.assert(
    fc.property(steps, (all) => {
      const numbered = createNumbered<object>();
      const known = new Map<number, object>();
      const gone: [number, object][] = [];
      for (const [comes, which] of all) {
        const [number, thing] = [...known][which % Math.max(1, known.size)] ?? [];
        if (comes || number === undefined || thing === undefined) {
          const [fresh, next] = [{}, numbered.next()];
          expect(known.has(next)).toBe(false);
          numbered.add(fresh);
          known.set(next, fresh);
        } else {
          numbered.remove(number, thing);
          known.delete(number);
          gone.push([number, thing]);
        }
        for (const [old, was] of gone) numbered.remove(old, was);
        expect(numbered.size).toBe(known.size);
        for (const [one, what] of known) expect(numbered.get(one)).toBe(what);
      }
      expect(new Set(numbered.all())).toEqual(new Set(known.values()));
      expect(new Set(numbered.takeAll())).toEqual(new Set(known.values()));
      expect([numbered.size, numbered.all()]).toEqual([0, []]);
    }),
  );
});
