import fc from "fast-check";
import { hostile, shown } from "./template-run.ts";

/** What stands for `x` and `y`. */
export type Values = Readonly<Record<"x" | "y", string>>;

/** A piece of a template in braces, and what a shell must make of it. */
export interface Fragment {
  readonly text: string;
  readonly means: (values: Values) => string;
}

const fixed = (text: string, meaning = text): Fragment => ({ text, means: () => meaning });
const joined = (parts: readonly Fragment[], before = "", after = ""): Fragment => ({
  text: before + parts.map(({ text }) => text).join("") + after,
  means: (values) => parts.map(({ means }) => means(values)).join(""),
});

const reference: fc.Arbitrary<Fragment> = fc
  .tuple(fc.constantFrom("x", "y"), fc.constantFrom("", " "))
  .map(([name, space]) => ({
    text: `{{${space}${name}${space}}}`,
    means: (values) => values[name],
  }));
const escaped = reference.map(({ text, means }) => ({ text: `\\${text}`, means }));
const afterBackslash = reference.map(({ text, means }) => ({
  text: `\\${text}`,
  means: (values: Values) => `\\${means(values)}`,
}));

const plainText = fc.constantFrom(
  ...["a", "-", "--b=", "@", ":", "+", ".", "%s", "9", "=", "/"].map((text) => fixed(text)),
  ...[" ", "\\", "'", '"', "$", "`", "#", "*", ";", "&", "(", "{"].map((text) => fixed(`\\${text}`, text)),
);
const singleText = fc.constantFrom(
  ...["", " ", "\\", "\\\\", "$HOME", "$", "${", "`a`", '"', "$(b)", "#", "\n", ";", "}", "<<E"].map((text) =>
    fixed(text),
  ),
);
const doubleText = fc.constantFrom(
  ...["", " ", "'", "#", "\n", "~", "(a)", ";", "*", "{", "}", "<<E", "\\a"].map((text) => fixed(text)),
  ...["\\", '"', "$", "`"].map((text) => fixed(`\\${text}`, text)),
);
const documentText = fc.constantFrom(
  ...["a", " ", "'", '"', "\n", "#", "~", "* ", "it's", "\\a", ")"].map((text) => fixed(text)),
  ...["\\", "$", "`"].map((text) => fixed(`\\${text}`, text)),
);

const { word } = fc.letrec<{ word: Fragment; double: Fragment; nested: Fragment }>((tie) => ({
  word: fc
    .array(
      fc.oneof(
        plainText,
        reference,
        escaped,
        tie("double"),
        fc.array(fc.oneof(singleText, reference), { maxLength: 4 }).map((parts) => joined(parts, "'", "'")),
      ),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    .map((parts) => joined(parts)),
  double: fc
    .array(fc.oneof({ maxDepth: 2 }, doubleText, reference, afterBackslash, tie("nested")), { maxLength: 4 })
    .map((parts) => joined(parts, '"', '"')),
  nested: tie("word").map(({ text, means }) => ({
    text: `$(printf '%s.' ${text} # {{x}} '\n)`,
    means: (values) => `${means(values)}.`,
  })),
}));

const show = (words: readonly Fragment[]): Fragment => ({
  text: `show ${words.map(({ text }) => text).join(" ")}`,
  means: (values) => shown(...words.map(({ means }) => means(values))),
});
const shows = fc.array(word, { minLength: 1, maxLength: 3 }).map(show);
const around = (before: string, after: string, times = 1) =>
  shows.map(({ text, means }) => ({
    text: before + text + after,
    means: (values: Values) => means(values).repeat(times),
  }));

/** A whole statement, and what it writes. */
export const statement: fc.Arbitrary<Fragment> = fc.oneof(
  shows,
  around("{ ", "; }"),
  around("(", " )"),
  around("", " | cat"),
  around("f() { ", "; }; f; f", 2),
  around("if true; then ", "; fi"),
  around("false || ", " 2>/dev/null && true"),
  around("", " # {{x}} ' \" ` $("),
  around("Z=1 ", " </dev/null"),
  around("while true; do ", "; break; done"),
  around("! ", ""),
  word.map(
    ({ text, means }): Fragment => ({
      text: `Z=${text}; show "$Z"`,
      means: (values) => shown(means(values)),
    }),
  ),
  word.map(
    ({ text, means }): Fragment => ({
      text: `export Z=${text}; env printenv Z`,
      means: (values) => `${means(values)}\n`,
    }),
  ),
  word.map(
    ({ text }): Fragment => ({
      text: `case ${text} in ${text}) show y;; *) show n;; esac`,
      means: () => shown("y"),
    }),
  ),
  fc.array(word, { minLength: 1, maxLength: 3 }).map(
    (words): Fragment => ({
      text: `for i in ${words.map(({ text }) => text).join(" ")}; do show "$i"; done`,
      means: (values) => words.map(({ means }) => shown(means(values))).join(""),
    }),
  ),
  fc.array(fc.oneof(documentText, reference, afterBackslash), { maxLength: 6 }).map(
    (parts): Fragment => ({
      text: `cat <<EOF; show {{y}}\n${joined(parts).text}|\nEOF`,
      means: (values) => `${joined(parts).means(values)}|\n${shown(values.y)}`,
    }),
  ),
);

/** A value that somebody bad has chosen; without NUL, which no variable can hold. */
export const value: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...hostile),
  fc
    .array(
      fc.oneof(
        fc.constantFrom(..."'\"`$(){}[]\\;|&<>*?~#!= \n\t-ab\u00c1\u0088\u20ac"),
        fc.constantFrom("$(touch pwned)", "touch pwned", "{{x}}", "\nEOF\n"),
      ),
      {
        maxLength: 8,
      },
    )
    .map((parts) => parts.join("")),
);

/** Pieces that make sense only now and then: most of what comes out must be refused or do no harm. */
export const junk: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom("{{x}}", "{{y}}") },
      { weight: 3, arbitrary: fc.constantFrom("a", " ", " show ", "'", '"', "\\", "\n", ";") },
      {
        weight: 2,
        arbitrary: fc.constantFrom(
          ...[
            "$",
            "$(",
            ")",
            "`",
            "#",
            "|",
            "&&",
            "{",
            "}",
            "(",
            "<<E\n",
            "\nE\n",
            "X=",
            "[",
            "]",
            "*",
            "~",
            "$X",
            "${X:-",
            "$((",
          ],
          ...[
            "))",
            "eval ",
            "sh -c ",
            "!",
            "=",
            "<",
            ">/dev/null ",
            ">&",
            "<<<",
            "$'",
            '$"',
            "[[ ",
            " ]]",
            " -eq ",
            "case ",
            " in ",
            " esac",
            ",",
            "let ",
          ],
        ),
      },
    ),
    { minLength: 1, maxLength: 8 },
  )
  .map((parts) => `show ${parts.join("")}`);
