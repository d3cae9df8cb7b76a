import { describe, expect, it } from "vitest";
import { compileTemplate } from "../../src/shell/template.ts";
import { braces, dollar, refusals } from "./template-grammars.ts";

describe("a placeholder is refused", () => {
  it.each([
    ["in back-ticks", /back-ticks/, ["a `b {{x}}`", 'a "`b {{x}}`"', "a `{{x}}` {{y}}"]],
    [
      "in arithmetic",
      /arithmetic|evaluate/,
      [
        "a $(( {{x}} + 1 ))",
        "(( {{x}} ))",
        "let {{x}}",
        "let a={{x}}",
        "[[ {{x}} -eq 1 ]]",
        "[[ ( 1 -lt '{{x}}' ) ]]",
      ],
    ],
    [
      "in old arithmetic",
      /arithmetic/,
      ["a $[ {{x}} ]", 'a "$[{{x}}]"', "for (( i = {{x}}; i < 3; i++ )); do a; done"],
    ],
    ["in arithmetic, through a substitution", /arithmetic/, ["a $(( $(b {{x}}) ))"]],
    [
      "as a subscript or a name",
      /subscript|name|evaluate/,
      [
        "a[{{x}}]=1",
        "a=([{{x}}]=1)",
        "[[ -v {{x}} ]]",
        "[ -v {{x}} ]",
        "test -v {{x}}",
        "[ {{x}} {{y}} ]",
        "read {{x}}",
        "unset {{x}}",
      ],
    ],
    [
      "in more names",
      /name|evaluate/,
      ["for {{x}} in a; do b; done", "{{x}}() { a; }", "unset a[{{x}}]", "export {{x}}", "declare {{x}}=1"],
    ],
    [
      "where bash evaluates later",
      /evaluate/,
      ["declare -i n; n={{x}}", "declare -a n={{x}}", "local -n n={{x}}", "OPTIND={{x}}", "PS4={{x}} a"],
    ],
    [
      "in an expansion",
      /expansion/,
      ["a ${X:-{{x}}}", 'a "${X:-{{x}}}"', "a ${X#{{x}}}", "a ${{{x}}}", "a ${X:{{x}}}"],
    ],
    [
      "in quotes that sh does not know",
      /sh does not know/,
      ["a $'{{x}}'", 'a $"{{x}}"', "a {{{x}},b}", "a @(b|{{x}})"],
    ],
    ["after a dollar sign", /a \$ stands/, ["a ${{x}}", 'a "${{x}}"', "a b${{x}}", "cat <<E\n${{x}}\nE"]],
    [
      "in a quoted here-document",
      /delimiter/,
      ["cat <<'E'\n{{x}}\nE", 'cat <<"E"\n{{x}}\nE', "cat <<\\E\n{{x}}\nE"],
    ],
    [
      "where bash expands twice",
      /second time/,
      ["a >&{{x}}", 'a >& "./{{x}}"', "a 2>&'{{x}}'", "a <&{{x}}", "{ a; } >&{{x}}"],
    ],
    ["as a delimiter", /delimiter|not valid/, ["cat <<{{x}}\na\n{{x}}"]],
    [
      "where nobody knows what is quoted",
      /not valid shell|differently/,
      ["a 'b {{x}}", 'a "b {{x}}', "a $(b {{x}}", "a ) {{x}}", "cat <<E\n{{x}}"],
    ],
    ["where sh and bash differ", /differently/, ["a $'it\\'s' {{x}}", "a \"${X:-'a'}\" '{{x}}'"]],
    [
      "where sh would run it",
      /sh does not know/,
      [
        "[[ a || {{x}} == b ]]",
        "[[ {{x}} == b && c == d ]]",
        "[[ ! ( a || '{{x}}' == b ) ]]",
        "[[ a > {{x}} ]]",
        'if [[ a < "{{x}}" ]]; then b; fi',
        "a+={{x}}",
        "a+=b'{{x}}' ls",
        "a[0]={{x}}",
      ],
    ],
    ["beside private names", /HOOKLINE_VALUE_/, ["HOOKLINE_VALUE_0=a b {{x}}"]],
    [
      "as the program",
      /choose the program/,
      [
        "{{x}} a",
        "'{{x}}'",
        '"{{x}}" a',
        "{{x}}{{y}}",
        "/usr/bin/{{x}}",
        "a; {{x}}",
        "sudo {{x}}",
        "env A=1 {{x}} b",
        "timeout 5 {{x}}",
        "{{x}}/bin/check.sh {{y}}",
        "./{{x}}.sh",
      ],
    ],
    [
      "as the script that an interpreter runs",
      /choose the program/,
      [
        "sh hooks/{{x}}.sh",
        "bash ./{{x}} a",
        "python3 hooks/{{x}}.py",
        "sudo node ./{{x}}.js",
        "python3 -- {{x}}",
      ],
    ],
    [
      "as the program behind others",
      /choose the program/,
      ["exec {{x}}", "nohup nice -n 1 {{x}}", "xargs {{x}}", "find . -exec {{x}} ;", "$(a {{x}}) b"],
    ],
    ["as what env sets", /decide what/, ["env {{x}}=1 a", "env BASH_ENV={{x}} a"]],
  ] as const)("%s", (_, reason, commands) => {
    for (const command of commands) {
      const found = refusals(command, braces);
      expect(found.length, command).toBeGreaterThan(0);
      for (const message of found) expect(message, command).toMatch(reason);
    }
  });

  it("where sh would run it, and not where bash reads it alone", () => {
    const command = "[[ a == b || {{x}} > c ]]";
    expect(compileTemplate(command, braces).template).toBeNull();
    expect(compileTemplate(command, braces, true).template?.command).toBe(
      '[[ a == b || "$HOOKLINE_VALUE_0" > c ]]',
    );
  });

  it.each([
    ["a ${FILE_PATH%.ts}", 1],
    ["[ ${FILE_PATH##*.} = ts ] && a ${FILE_PATH:-b}", 2],
    ["for f in ${FILE_PATH#a}; do b; done", 1],
    ['a "${FILE_PATH%.ts}"', 0],
    ["case ${FILE_PATH##*.} in ts) a;; esac", 0],
    ["X=${FILE_PATH##*.}; [[ ${FILE_PATH##*.} == ts ]]; a ${#FILE_PATH}", 0],
  ])("or warned of, where the shell splits it: %j", (command, count) => {
    const { problems } = compileTemplate(command, dollar);
    expect(problems.map(({ severity, message }) => `${severity} ${message}`)).toEqual(
      Array(count).fill(expect.stringMatching(/^warning the shell makes several words/)),
    );
  });

  it("at the place where it stands", () => {
    expect(compileTemplate("a {{x}} `b {{y}}`", braces).problems).toEqual([
      {
        severity: "error",
        offset: 11,
        message: "{{y}} cannot be used here: it is inside of back-ticks",
        hint: "use $(…), where quoting begins anew",
      },
    ]);
  });

  it("in a text that is too large, too deep or too full, and soon", () => {
    const start = Date.now();
    for (const command of [
      `a ${"b".repeat(300_000)} {{x}}`,
      `${"$(".repeat(20_000)}{{x}}${")".repeat(20_000)}`,
      "a {{x}} ".repeat(10_000),
      `a {{x}} ${"{".repeat(100_000)}`,
    ]) {
      expect(refusals(command, braces)).toHaveLength(1);
    }
    expect(Date.now() - start).toBeLessThan(15_000);
  });
});
