import fc from "fast-check";
import { expect, it } from "vitest";
import type { TemplateGrammar } from "../../src/contract/template.ts";
import { compileTemplate } from "../../src/shell/template.ts";
import { type Fragment, junk, statement, type Values, value } from "./template-fragments.ts";
import { type Case, runCases, shells } from "./template-run.ts";

const braces: TemplateGrammar = { form: "braces", names: ["x", "y"] };
const dollar: TemplateGrammar = { form: "dollar", names: ["X", "Y"] };

/** A compiled command with its values; null if it was refused. */
function caseOf(command: string, grammar: TemplateGrammar, values: Values): Case | null {
  const { template, problems } = compileTemplate(command, grammar);
  if (problems.length > 0) return null;
  if (!template) return { command, env: {} };
  const own: Record<string, string> = { ...values, X: values.x, Y: values.y };
  const env = Object.fromEntries(template.values.map(({ variable, name }) => [variable, own[name] ?? ""]));
  return { command: template.command, env };
}

/** The same template with `${X}` for `{{x}}`; null where a backslash would mean something else. */
function withDollar(text: string): string | null {
  if (text.includes("\\{{")) return null;
  return text.replace(/\{\{ ?(\w) ?\}\}/g, (_, name: string) => `\${${name.toUpperCase()}}`);
}

const program: fc.Arbitrary<Fragment> = fc.array(statement, { minLength: 1, maxLength: 3 }).map((parts) => ({
  text: parts.map(({ text }) => text).join("\n"),
  means: (values) => parts.map(({ means }) => means(values)).join(""),
}));
const values = fc.record({ x: value, y: value });

// shows: C-068 C-071 C-083 C-091 G-045 G-051 G-093
it("every value arrives byte for byte in the place of its placeholder, and nothing else runs", () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(program, values), { minLength: 80, maxLength: 80 }), (drawn) => {
      const cases: Case[] = [];
      const expected: string[] = [];
      for (const [{ text, means }, given] of drawn) {
        for (const [command, grammar] of [
          [text, braces],
          [withDollar(text), dollar],
        ] as const) {
          if (command === null) continue;
          const made = caseOf(command, grammar, given);
          // All of these are sound, so none may be refused.
          if (!made) throw new Error(JSON.stringify([command, compileTemplate(command, grammar).problems]));
          cases.push(made);
          expected.push(means(given));
        }
      }
      for (const shell of shells) {
        const { left, made } = runCases(shell, cases);
        for (const [at, { out, err }] of left.entries()) {
          expect({ shell, ...cases[at], out, err }).toEqual({
            shell,
            ...cases[at],
            out: expected[at],
            err: "",
          });
        }
        expect(made).toEqual([]);
      }
    }),
    { numRuns: 5, interruptAfterTimeLimit: 6_000 },
  );
}, 60_000);

/** A value without any meaning to a shell, and long enough to be found again. */
const harmless = "Zq7Zq7";

it("whatever is not refused treats a hostile value like a harmless one", () => {
  let tried = 0;
  let accepted = 0;
  fc.assert(
    fc.property(fc.array(fc.tuple(junk, value), { minLength: 400, maxLength: 400 }), (drawn) => {
      const cases: Case[] = [];
      const hostiles: string[] = [];
      for (const [text, bad] of drawn) {
        tried += 1;
        const one = caseOf(text, braces, { x: harmless, y: harmless });
        const other = caseOf(text, braces, { x: bad, y: bad });
        if (!one || !other) continue;
        if (one.command !== text) accepted += 1;
        cases.push(one, other);
        hostiles.push(bad);
      }
      for (const shell of shells) {
        const { left, made } = runCases(shell, cases);
        expect(
          made.filter((name) => name === "pwned"),
          shell,
        ).toEqual([]);
        for (const [at, bad] of hostiles.entries()) {
          const { command = "" } = cases[at * 2] ?? {};
          // What a substitution gives is split and trimmed, and an empty word next to a name leaves the name.
          if (bad === "" || /\$\(|\$X|case|\[\[|</.test(command)) continue;
          const [one, other] = [left[at * 2], left[at * 2 + 1]];
          expect([shell, command, bad, other?.out]).toEqual([
            shell,
            command,
            bad,
            one?.out.replaceAll(harmless, () => bad),
          ]);
        }
      }
    }),
    { numRuns: 2, interruptAfterTimeLimit: 6_000 },
  );
  expect(accepted / tried).toBeGreaterThan(0.1);
}, 60_000);
