import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { native } from "../../src/dialects/native.ts";
import { spec07 } from "../../src/dialects/spec07.ts";
import { stronger, type Verdict, verdicts } from "../../src/index.ts";
import { aggregate } from "../../src/pipeline/aggregate.ts";
import { examplePlan, heardOf } from "./examples.ts";

interface Said {
  readonly verdict: Verdict;
  readonly own: boolean;
  readonly reason: string;
}

const anySaid: fc.Arbitrary<readonly Said[]> = fc.array(
  fc.record({
    verdict: fc.constantFrom(...verdicts),
    own: fc.boolean(),
    reason: fc.constantFrom("", "a", "b", "c"),
  }),
  { maxLength: 8 },
);

/** The decision of hooks of Hookline's own dialect and of Spec 07 that said this. */
function decide(said: readonly Said[]) {
  const heard = said.map(({ verdict, own, reason }, index) => {
    const dialect = own ? native : spec07;
    return heardOf({ verdict, reason }, { id: `h${index}`, dialect: dialect.name }, { dialect });
  });
  return aggregate(examplePlan(), heard);
}

const strongest = (said: readonly Said[]) =>
  said.reduce<Verdict>((sum, { verdict }) => stronger(sum, verdict), "pass");

/** The document's rule: the first deny, then the first allow, else ask. */
function byTheDocument(said: readonly Said[]): Verdict {
  const words = said.map(({ verdict }) => verdict);
  return words.includes("deny") ? "deny" : words.includes("allow") ? "allow" : strongest(said);
}

describe("deny, else allow, else ask", () => {
  // shows: S-081
  it("is the verdict of a dialect with that rule, whatever else its hooks say", () => {
    fc.assert(
      fc.property(anySaid, (all) => {
        const said = all.map((one) => ({ ...one, own: false }));
        expect(decide(said).verdict).toBe(byTheDocument(said));
      }),
    );
  });

  it("never weakens what the hooks of another dialect say", () => {
    fc.assert(
      fc.property(anySaid, (said) => {
        const others = strongest(said.filter(({ own }) => own));
        const these = byTheDocument(said.filter(({ own }) => !own));
        expect(decide(said).verdict).toBe(stronger(others, these));
      }),
    );
  });

  it("does not depend on the order, and one more deny is always a deny", () => {
    fc.assert(
      fc.property(anySaid, fc.nat(8), fc.boolean(), (said, at, own) => {
        expect(decide([...said].reverse()).verdict).toBe(decide(said).verdict);
        const refused = said.toSpliced(at, 0, { verdict: "deny", own, reason: "no" });
        expect(decide(refused).verdict).toBe("deny");
      }),
    );
  });

  it("gives the reasons of those hooks that gave the verdict, in their order", () => {
    fc.assert(
      fc.property(anySaid, (said) => {
        const { verdict, reason } = decide(said);
        const given = said.filter((one) => one.verdict === verdict && one.reason !== "");
        expect(reason).toBe(verdict === "pass" ? "" : given.map((one) => one.reason).join("\n"));
      }),
    );
  });
});
