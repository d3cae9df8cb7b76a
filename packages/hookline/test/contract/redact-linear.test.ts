import { describe, expect, it } from "vitest";
import { createRedactor, redactText } from "../../src/contract/redact.ts";
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

const look = (text: string) => {
  redactText(text);
  holdsSecret(text);
  secretShape.test(text);
};
const plain = filled("Some words of a text in which nothing is hidden, 42 of them.\n");
const shortest = (work: () => unknown, times: number) =>
  Math.min(...Array.from({ length: times }, () => timed(work)));
// A floor, so that a machine that is busy for a moment is not taken for a slow pattern: what is quadratic takes seconds.
const allowed =
  50 *
  Math.max(
    1,
    shortest(() => look(plain), 5),
  );

/** Fails if all of several attempts are too slow. */
function expectQuick(text: string, what: string) {
  let took = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3 && took > allowed; attempt++) took = timed(() => look(text));
  expect(took, `${what}: ${JSON.stringify(text.slice(0, 60))} took ${took} ms`).toBeLessThan(allowed);
}

const between = ["", "-", " ", "=", "\\", '"', "'", ".", ":", "_"];

describe("a long text takes no more than its length, though it begins a secret again and again:", () => {
  it.each(secretShapes.map(({ name, anchors }) => [name, anchors] as const))("%s", (name, anchors) => {
    const [example = ""] = examples[name] ?? [];
    const starts = [anchors[0] ?? "", ...[3, 6, 12, 24, 48].map((length) => example.slice(0, length))];
    for (const start of new Set(starts.filter((one) => one !== "")))
      for (const sign of between) expectQuick(filled(`${sign}${start}`), name);
  });

  const names = ["token", "key", "--token", "password", "PASSWORD", "api_key", "secrets", "my.dsn", "db_url"];
  const words = ["Bearer", "Basic", "authorization", "cookie", "set-cookie", "-u", "--user"];
  it.each([...names, ...words])("%s", (name) => {
    const behind = [
      "",
      "=",
      ": ",
      " = ",
      '="',
      "='",
      '=\\"',
      '\\":\\"',
      "=\\",
      "=a(",
      "=a:",
      "=a=",
      "=$",
      " a:",
    ];
    for (const rest of behind) for (const sign of between) expectQuick(filled(`${name}${rest}${sign}`), name);
  });

  it.each(["\\", '\\"', "\\\\'", '"', "'", " ", "\t", "\n", "=", "a", "a(", "(a)", "-", "%41", "[1", "ey"])(
    "one sign without end behind a name: %j",
    (sign) => {
      for (const start of [
        "token=",
        'token=\\"',
        'password="',
        "password=",
        "password:",
        "--token ",
        "-u=",
        "Bearer ",
      ])
        expectQuick(start + filled(sign), start);
    },
  );

  it("escapes that grow deeper and deeper", () => {
    const deeper = Array.from({ length: 300 }, (_, depth) => `key=${"\\".repeat(depth)}"`).join("");
    expectQuick(deeper, "escapes");
    expectQuick(deeper.replaceAll("key", "password"), "escapes");
  });
});

it("a value that repeats itself is looked for at a cut in no more time than that", () => {
  const half = "a".repeat(30_000);
  const { text } = createRedactor({ values: [`${half}b${half}`] });
  expect(shortest(() => text(`${half}\n… (cut) …\n${half}`), 2)).toBeLessThan(1_000);
});
