import { describe, expect, it } from "vitest";
import { redactText } from "../../src/contract/redact.ts";
import { secretShapes } from "../../src/contract/secret-shapes.ts";
import { holdsSecret, secretShape } from "../../src/contract/secrets.ts";
import { examples } from "./secret-examples.ts";

const size = 60_000;
const filled = (piece: string) => piece.repeat(Math.ceil(size / piece.length)).slice(0, size);
const timed = (work: () => unknown) => {
  const began = performance.now();
  work();
  return performance.now() - began;
};

const plain = filled("Some words of a text in which nothing is hidden, 42 of them.\n");
const lookFor = { shapes: holdsSecret, all: (text: string) => secretShape().test(text), hide: redactText };
// A floor, so that a machine that is busy for a moment is not taken for a slow pattern: what is quadratic takes seconds.
const allowed = (look: (text: string) => unknown) =>
  50 * Math.max(1, ...[1, 2, 3].map(() => timed(() => look(plain))));
const bounds = {
  shapes: allowed(lookFor.shapes),
  all: allowed(lookFor.all),
  hide: allowed(lookFor.hide),
};

/** Fails if all of several attempts are too slow. */
function expectQuick(text: string, by: keyof typeof bounds = "hide") {
  let took = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3 && took > bounds[by]; attempt++) took = timed(() => lookFor[by](text));
  expect(took, `${by}: ${JSON.stringify(text.slice(0, 60))}`).toBeLessThan(bounds[by]);
}

describe("a long text takes no more than its length, though it begins a secret again and again:", () => {
  it.each(secretShapes().map(({ name, anchors }) => [name, anchors] as const))("%s", (name, anchors) => {
    const [example = ""] = examples[name] ?? [];
    for (const start of new Set([anchors[0] ?? "", example.slice(0, 8), example.slice(0, 40)]))
      for (const sign of start === "" ? [] : ["", "-", " ", "=", "\\", '"']) {
        expectQuick(filled(`${sign}${start}`));
        expectQuick(filled(`${sign}${start}`), "shapes");
      }
    // All in one expression: the slowest of them decides.
    expectQuick(filled(`-${anchors[0] ?? example.slice(0, 8)}`), "all");
  });

  const behind = ["", "=", ": ", " = ", '="', "='", '=\\"', '\\":\\"', "=\\", "=a(", "=a:", " a:"];
  it.each([
    "token",
    "--token",
    "password",
    "my.dsn",
    "Bearer",
    "Basic",
    "authorization",
    "cookie",
    "-u",
    "--user",
  ])("%s", (name) => {
    for (const [index, rest] of behind.entries())
      for (const sign of index % 2 === 0 ? ["", "-", '"'] : [" ", "=", "\\"])
        expectQuick(filled(`${name}${rest}${sign}`));
  });

  it.each(["\\", '\\"', '"', "'", " ", "\n", "=", "a(", "(a)", "-"])("one sign without end: %j", (sign) => {
    for (const start of ['token=\\"', 'password="', "password:", "--token ", "-u=", "Bearer "])
      expectQuick(start + filled(sign));
  });

  it("escapes that grow deeper and deeper", () => {
    const deeper = Array.from({ length: 300 }, (_, depth) => `key=${"\\".repeat(depth)}"`).join("");
    expectQuick(deeper);
    expectQuick(deeper.replaceAll("key", "password"));
  });
});
