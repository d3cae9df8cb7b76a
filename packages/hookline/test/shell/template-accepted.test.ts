import { describe, expect, it } from "vitest";
import type { TemplateGrammar } from "../../src/contract/template.ts";
import { compileTemplate } from "../../src/shell/template.ts";
import { braces, dollar } from "./template-grammars.ts";

describe("a placeholder is accepted", () => {
  it.each([
    "$CWD/check.sh $FILE_PATH",
    '"$CWD"/hooks/check.sh',
    'sh "$CWD/check.sh"',
    "sudo -n $CWD/check.sh",
  ])("as the folder of a program that is named: %s", (command) => {
    const { template, problems } = compileTemplate(command, dollar);
    expect(problems).toEqual([]);
    expect(template?.values.map(({ name }) => name)).toContain("CWD");
  });

  it.each([
    "python3 -c 'a' {{x}}",
    "python3 -m pytest {{x}}",
    "python3 check.py -c {{x}}",
    "bash check.sh -c {{x}}",
    "node a.js -e {{x}}",
    "awk '{ print }' {{x}}",
    "awk -v v={{x}} '{ print v }' f",
    "jq --arg v {{x}} '.a == $v' {{y}}",
    "jq -r .a {{x}}",
    "sed -i -e s/a/b/ -- {{x}}",
    "echo {{x}} | jq -r .command",
    "echo {{x}} | python3 check.py",
    "echo {{x}} | python3 -c 'a'",
    "echo {{x}} | while read -r l; do a; done",
    "find . -name {{x}} -exec grep {{y}} {} +",
    "sudo -u {{x}} ls",
    "timeout {{x}} ls",
    "command -v {{x}}",
    "FILE={{x}} make test",
    "./script {{x}}",
    "env A={{x}} ls",
    "node -e 'a' -- {{x}}",
    "psql -v v={{x}} -f q.sql",
    "echo {{x}} | xargs prettier --write",
    "[ {{x}} -eq 1 ]",
    "echo [{{x}}]",
    "printf '%s' {{x}}",
    "tar czf a.tgz -- {{x}}",
    "a {{x}} > {{y}}",
    "while a; do bash; done > {{x}}",
    "bash -c 'a \"$1\"' sh {{x}}",
    "a -c {{x}}",
    "logger 'sh -c {{x}}'",
    "git commit -m {{x}}",
    "git add {{x}} && git commit -qm 'a {{x}}'",
    "git log -- {{x}}",
    "git switch -c {{x}}",
    "git cherry-pick -x {{x}}",
    "npm run lint -- {{x}}",
    "npm test {{x}}",
    "npx prettier --write {{x}}",
    "npx -y eslint --fix {{x}}",
    "pnpm exec eslint {{x}}",
  ])("in %j", (command) => {
    const { template, problems } = compileTemplate(command, braces);
    expect(problems).toEqual([]);
    expect(template?.command).toContain("HOOKLINE_VALUE_0");
  });

  it.each([
    "docker ps --format '{{.Names}}'",
    "a {{json .}}",
    "a { {x} }",
    "a {{}} {{ 1 }}",
    "ls",
    "",
    "# {{x}}\nls",
  ])("nowhere in %j", (command) => {
    expect(compileTemplate(command, braces)).toEqual({ template: null, problems: [] });
  });

  it.each([
    ["a {{tool_nme}}", "tool_nme", "did you mean {{tool_name}}?"],
    ["a {{toolargs.file_path}}", "toolargs.file_path", "did you mean {{tool_args.file_path}}?"],
    ["a {{mesasge}}", "mesasge", "did you mean {{message}}?"],
    ["a {{nothing}}", "nothing", `known names: ${braces.names.join(", ")}`],
  ])("with a warning in %j", (command, name, hint) => {
    const { template, problems } = compileTemplate(command, braces);
    expect(template?.values).toEqual([{ variable: "HOOKLINE_VALUE_0", name }]);
    expect(problems).toEqual([
      { severity: "warning", offset: 2, message: `there is no {{${name}}}; it is empty`, hint },
    ]);
  });

  it.each<[string, TemplateGrammar, number]>([
    ["notify-send 'Tool completed: {{tool_name}}'", braces, 1],
    ["logger 'CLI-Agent: {{message}}'", braces, 1],
    ["black {{tool_args.file_path}} 2>/dev/null || true", braces, 1],
    ["git add {{tool_args.file_path}} 2>/dev/null || true", braces, 1],
    ["echo '[$(date)] BASH: {{tool_args.command}}' >> ~/.cli-agent-audit.log", braces, 1],
    ["echo '[$(date)] TOOL: {{tool_name}} - {{result}}' | head -c 200 >> ~/.cli-agent-audit.log", braces, 2],
    ['osascript -e \'display notification "Agent finished task" with title "CLI-Agent"\'', braces, 0],
    ["slack-cli send '#ai-agents' '{{message}}'", braces, 1],
    ["/usr/local/bin/security-check '{{tool_args.command}}'", braces, 1],
    [".claude/hooks/run-linter.sh $FILE_PATH", dollar, 1],
    ["npm run lint:fix $FILE_PATH", dollar, 1],
    ["echo 'File modified: $FILE_PATH'", dollar, 1],
    ["echo 'Running bash: $TOOL_ARGS'", dollar, 1],
    ["git add -A && git diff --cached --quiet || git commit -m 'Auto-save: $FORGE_TOOL_ARGS'", dollar, 1],
  ])("in the examples that people have: %j", (command, grammar, count) => {
    const { template, problems } = compileTemplate(command, grammar);
    expect(problems).toEqual([]);
    expect(template?.values.length ?? 0).toBe(count);
  });
});
