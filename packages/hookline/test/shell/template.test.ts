import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { TemplateGrammar } from "../../src/contract/template.ts";
import { compileTemplate, filePrelude } from "../../src/shell/template.ts";
import { scratch } from "../engine/scratch.ts";
import { hostile, runCases, shells, shown } from "./template-run.ts";

const braces: TemplateGrammar = { form: "braces", names: ["x", "y", "tool_args"] };
const dollar: TemplateGrammar = { form: "dollar", names: ["FILE_PATH", "TOOL_NAME", "TOOL_ARGS", "CWD"] };

const compiled = (command: string, grammar: TemplateGrammar) => {
  const { template, problems } = compileTemplate(command, grammar);
  if (!template) throw new Error(`${command}: ${JSON.stringify(problems)}`);
  expect(problems).toEqual([]);
  return template;
};

/** Runs a template in each shell, with each hostile value in turn for every name. */
function runsLike(
  command: string,
  grammar: TemplateGrammar,
  expected: (value: string) => string,
  only = shells as readonly string[],
) {
  const template = compiled(command, grammar);
  const cases = hostile.map((value) => ({
    command: template.command,
    env: Object.fromEntries(template.values.map(({ variable }) => [variable, value])),
  }));
  for (const shell of only) {
    const { left, made } = runCases(shell, cases);
    expect(
      left.map(({ out }) => out),
      shell,
    ).toEqual(hostile.map(expected));
    expect(left.map(({ err }) => err).join(""), shell).toBe("");
    expect(
      made.filter((name) => name.includes("pwned")),
      shell,
    ).toEqual([]);
  }
}
const trimmed = (value: string) => value.replace(/\n+$/, "");

// shows: C-045 C-068 C-071 C-083 C-091
describe("a placeholder in braces gives its value byte for byte", () => {
  it.each<[string, (value: string) => string]>([
    ["show {{x}}", (v) => shown(v)],
    ["show {{ x }} {{\ty}}", (v) => shown(v, v)],
    ["show {{tool_args.file_path}} {{tool_args.edits.0.new-text}}", (v) => shown(v, v)],
    ["show --file={{x}}.bak {{x}}{{y}} a{{x}}'b'\"c\"", (v) => shown(`--file=${v}.bak`, v + v, `a${v}bc`)],
    ["show 'a {{x}} b' '{{x}}'", (v) => shown(`a ${v} b`, v)],
    ['show "a {{x}} b" "{{x}}" "it\'s {{x}}"', (v) => shown(`a ${v} b`, v, `it's ${v}`)],
    ["show '\"{{x}}\"' \"'{{x}}'\"", (v) => shown(`"${v}"`, `'${v}'`)],
    ["show \\{{x}} \\\\{{x}}", (v) => shown(v, `\\${v}`)],
    ['show "\\{{x}}" "\\\\{{x}}" "\\\\\\{{x}}"', (v) => shown(`\\${v}`, `\\${v}`, `\\\\${v}`)],
    ["show '\\{{x}}' '\\\\{{x}}'", (v) => shown(`\\${v}`, `\\\\${v}`)],
    ["show '${{x}}' \\${{x}} \"\\${{x}}\"", (v) => shown(`$${v}`, `$${v}`, `$${v}`)],
    ["show ~{{x}} ~/{{x}} a~{{x}}", (v) => shown(`~${v}`, `/home/of/nobody/${v}`, `a~${v}`)],
    [
      "show !{{x}} a#{{x}} %{{x}} ={{x}}= [{{x}} {{x}}]",
      (v) => shown(`!${v}`, `a#${v}`, `%${v}`, `=${v}=`, `[${v}`, `${v}]`),
    ],
    ['show "$(printf %s {{x}})"', (v) => shown(trimmed(v))],
    [
      'show "$(printf %s "{{x}}")" "a $(printf %s \'{{x}}\') b"',
      (v) => shown(trimmed(v), `a ${trimmed(v)} b`),
    ],
    [
      'show "$(printf "%s" "$(printf %s. \'<\'{{x}}\'>\')" "{{x}}")."',
      (v) => shown(`${trimmed(`<${v}>.${v}`)}.`),
    ],
    ['X={{x}}; show "$X"', (v) => shown(v)],
    ["X={{x}}.{{y}} Y='{{x}}'; show \"$X$Y\"", (v) => shown(`${v}.${v}${v}`)],
    ["X={{x}} env printenv X", (v) => `${v}\n`],
    ['export X={{x}}; show "$X"', (v) => shown(v)],
    ['f() { local X={{x}}; show "$X" "$1"; }; f {{y}}', (v) => shown(v, v)],
    ["for i in {{x}} '{{x}}'; do show \"$i\"; done", (v) => shown(v) + shown(v)],
    ["case {{x}} in '{{x}}') show yes;; *) show no;; esac", () => shown("yes")],
    ["case a{{x}} in {{x}}) show yes;; *) show no;; esac", () => shown("no")],
    ['if [ {{x}} = "{{y}}" ]; then show {{x}}; fi', (v) => shown(v)],
    ["false || show {{x}} && show {{x}}", (v) => shown(v) + shown(v)],
    ["show {{x}} | cat | (cat; show {{x}})", (v) => shown(v) + shown(v)],
    ["{ show {{x}}; } 2>&1; ! show {{x}}", (v) => shown(v) + shown(v)],
    ["show {{x}} # '{{x}} it is\nshow b", (v) => shown(v) + shown("b")],
    ["# {{x}}\nshow \\\n {{x}}", (v) => shown(v)],
    ["cat <<EOF\n{{x}} '{{x}}' \"{{x}}\"\nEOF", (v) => `${v} '${v}' "${v}"\n`],
    [
      "cat <<EOF\n\\{{x}} \\\\{{x}} \\${{x}} $(printf %s. {{x}} '{{x}}')\nEOF\nshow {{x}}",
      (v) => `\\${v} \\${v} $${v} ${v}.${v}.\n${shown(v)}`,
    ],
    ["cat <<-A <<B\n\ta\nA\n{{x}}\nB", (v) => `${v}\n`],
    ["printf '%s' {{x}}; env printf '[%s]' {{x}}", (v) => `${v}[${v}]`],
    ['set -- {{x}}; show "$@"; set -u; unset nothing_here; show {{x}}', (v) => shown(v) + shown(v)],
    ["eval 'show ok'; show {{x}}", (v) => shown("ok") + shown(v)],
    ["sh -c 'printf %s \"$1\"' sh {{x}}", (v) => v],
    ["awk 'BEGIN { printf \"%s\", ARGV[1] }' {{x}}", (v) => v],
    [
      "printf %s {{x}} | awk 'BEGIN { RS = \"\\001\" } { n += length($0) } END { print (n >= 0) }'",
      () => "1\n",
    ],
  ])("%j", (command, expected) => runsLike(command, braces, expected));

  it.each<[string, (value: string) => string]>([
    ["cat <<< {{x}}; cat <<< 'a {{x}}'", (v) => `${v}\na ${v}\n`],
    ["A=({{x}} 'b {{x}}'); A+=({{x}}); show \"${A[@]}\"", (v) => shown(v, `b ${v}`, v)],
    ["[[ {{x}} == '{{x}}' ]] && show yes", () => shown("yes")],
    ["[[ a{{x}} =~ ^a{{x}}$ ]] && show yes", () => shown("yes")],
    ['declare X={{x}}; readonly Y={{x}}; show "$X$Y"', (v) => shown(v + v)],
    ["cat <(show {{x}})", (v) => shown(v)],
    ["function f { show {{x}}; }; f", (v) => shown(v)],
  ])("in bash: %j", (command, expected) => runsLike(command, braces, expected, ["bash"]));

  it("as the name of a file", () => {
    const values = hostile.filter((value) => value !== "" && !value.includes("/"));
    const { command } = compiled(
      "show a > ./f{{x}}; cat < './f{{x}}'; cat \"./f{{x}}\" 2>>./f{{x}}; rm ./f{{x}}",
      braces,
    );
    for (const shell of shells) {
      const { left, made } = runCases(
        shell,
        values.map((value) => ({ command, env: { HOOKLINE_VALUE_0: value } })),
      );
      expect(left).toEqual(values.map(() => ({ out: shown("a") + shown("a"), err: "" })));
      expect(made).toEqual([]);
    }
  });

  it("with one variable for one name", () => {
    expect(compiled("a {{y}} '{{x}}' \"{{ y }}\"", braces)).toEqual({
      command: 'a "$HOOKLINE_VALUE_0" \'\'"$HOOKLINE_VALUE_1"\'\' "${HOOKLINE_VALUE_0}"',
      values: [
        { variable: "HOOKLINE_VALUE_0", name: "y" },
        { variable: "HOOKLINE_VALUE_1", name: "x" },
      ],
    });
  });
});

// shows: G-032 G-045 G-051 G-093 F-037
describe("a name after a dollar sign gives its value byte for byte", () => {
  it.each<[string, (value: string) => string]>([
    ["show $FILE_PATH ${FILE_PATH}.bak", (v) => shown(v, `${v}.bak`)],
    ['show \'a $FILE_PATH b\' "$FILE_PATH" "${FILE_PATH}s"', (v) => shown(`a ${v} b`, v, `${v}s`)],
    ["show '\\$FILE_PATH' \\\\$FILE_PATH", (v) => shown(`\\${v}`, `\\${v}`)],
    ['show \\$FILE_PATH "\\$FILE_PATH" $FILE_PATH', (v) => shown("$FILE_PATH", "$FILE_PATH", v)],
    ["show $FILE_PATHS$FILE_PATH '$FILE_PATHS'", (v) => shown(v, "$FILE_PATHS")],
    ["cat <<EOF\n$FILE_PATH \\$FILE_PATH '$FILE_PATH'\nEOF", (v) => `${v} $FILE_PATH '${v}'\n`],
    ['show "$(printf %s. $FILE_PATH)" # $FILE_PATH', (v) => shown(`${v}.`)],
    ['show $FILE_PATH; FILE_PATHS=$FILE_PATH; show "$FILE_PATHS"', (v) => shown(v) + shown(v)],
  ])("%j", (command, expected) => runsLike(command, dollar, expected));

  it.each([
    "show \\$FILE_PATH",
    'show "${FILE_PATH:-x}" "${FILE_PATH%.*}" ${#FILE_PATH} \'${FILE_PATH:-x} ${#FILE_PATH}\'',
    "show $FILE_PATHS $HOME",
    "bash -c 'echo \"$TOOL_NAME\"'",
    "sudo -u bob sh -ec 'echo \"$TOOL_NAME\"' sh x",
    "eval 'echo \"$TOOL_NAME\"'",
    "trap 'rm -f \"$FILE_PATH\"' EXIT",
    'find . -exec sh -c \'echo "$TOOL_NAME" "$1"\' sh {} +',
    "bash <<'EOF'\necho \"$TOOL_NAME\"\nEOF",
    'bash -c "echo \\$TOOL_NAME"',
    "echo 'echo \"$FILE_PATH\"' | sh",
    "# $FILE_PATH",
  ])("or is left to a shell that finds it in the environment: %j", (command) => {
    expect(compileTemplate(command, dollar)).toEqual({ template: null, problems: [] });
  });

  it("keeps its own name once the command sets it itself", () => {
    const { command, values } = compiled(
      "FILE_PATH=${FILE_PATH#./}; show $FILE_PATH '$FILE_PATH' $TOOL_NAME",
      dollar,
    );
    expect(values).toEqual([{ variable: "HOOKLINE_VALUE_0", name: "TOOL_NAME" }]);
    for (const shell of shells) {
      const { left } = runCases(shell, [{ command, env: { FILE_PATH: "./a b", HOOKLINE_VALUE_0: "*" } }]);
      expect(left).toEqual([{ out: shown("a b", "a b", "*"), err: "" }]);
    }
  });
});

describe("a value that lies in a file", () => {
  it.each(shells)("is read byte for byte by %s, and nothing else changes", (shell) => {
    const { project: folder } = scratch();
    const values = [...hostile, "x\n".repeat(500_000)];
    for (const [at, value] of values.entries()) writeFileSync(join(folder, `v${at}`), value);
    const variables = values.map((_, at) => ({
      variable: `HOOKLINE_VALUE_${at}`,
      pathVariable: `HOOKLINE_VALUE_${at}_FILE`,
    }));
    const env = Object.fromEntries(
      variables.map(({ pathVariable }, at) => [pathVariable, join(folder, `v${at}`)]),
    );
    const script = `${filePrelude(variables)}echo $?; cat; ${variables.map(({ variable }) => `printf '%s\\000' "$${variable}"`).join("; ")}`;
    const run = spawnSync(shell, ["-e", "-c", script], {
      env: { PATH: process.env.PATH, SHLVL: "1", ...env },
      input: "stdin\n",
      encoding: "utf8",
      maxBuffer: 1e8,
    });
    expect(run.stderr).toBe("");
    expect(run.stdout === `0\nstdin\n${values.map((value) => `${value}\0`).join("")}`).toBe(true);
  });

  it.each(shells)("that is gone stops %s before the command", (shell) => {
    const script = `${filePrelude([{ variable: "V", pathVariable: "P" }])}echo ran`;
    const run = spawnSync(shell, ["-c", script], {
      env: { PATH: process.env.PATH, SHLVL: "1", P: "/nowhere/at/all" },
      encoding: "utf8",
    });
    expect(run).toMatchObject({ status: 126, stdout: "" });
  });

  it("adds nothing when there is none", () => {
    expect(filePrelude([])).toBe("");
  });
});
