import fc from "fast-check";
import { expect, test } from "vitest";
import { Chain, type Link } from "../../src/system/chain.ts";

test("keeps what was added and not taken out, in order", () => {
  const steps = fc.array(fc.tuple(fc.boolean(), fc.nat(9)), { maxLength: 60 });
  fc.assert(
    fc.property(steps, (all) => {
      const chain = new Chain<number>();
      const links: Link<number>[] = [];
      let kept: number[] = [];
      for (const [comes, which] of all) {
        const link = links[which % Math.max(1, links.length)];
        if (comes || !link) {
          links.push(chain.add(links.length));
          kept.push(links.length - 1);
        } else {
          expect(chain.remove(link)).toBe(kept.includes(link.thing));
          kept = kept.filter((one) => one !== link.thing);
        }
        expect(chain.links().map(({ thing }) => thing)).toEqual(kept);
        expect(chain.isEmpty).toBe(kept.length === 0);
      }
    }),
  );
});
