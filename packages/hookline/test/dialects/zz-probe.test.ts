import { expect, it, describe } from "vitest";
import { chmodSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "../engine/scratch.ts";
import { compileTemplate } from "../../src/shell/template.ts";
import { braces, dollar } from "../shell/template-grammars.ts";
import { cliAgent } from "../../src/dialects/cli-agent.ts";
import { gencode } from "../../src/dialects/gencode.ts";
const log = (...a: unknown[]) => console.log(...a);
const show = (d: any) => JSON.stringify({ v: d.verdict, r: d.reason?.slice(0,100), m: d.messages.map((m: any) => m.text.slice(0,160)), f: d.runs.map((r: any) => [r.status, r.fault?.kind ?? r.fault, r.exitCode, r.stdout?.slice(0,100), r.stderr?.slice(0,200)]), d: d.diagnostics.map((x: any)=>x.message) });

describe("probe", () => {
  it("cli-agent braces", async () => {
    const p = scratch();
    p.write(".config/agent/settings.json", { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "cat >/dev/null; printf 'checking %s\\n' '{{tool_args.command}}'; echo '{\"decision\":\"block\",\"reason\":\"no\"}'" }] }] } });
    const e = await p.engine({ dialects: ["cli-agent"] });
    for (const command of ["rm", "{ ".repeat(60) + "rm", "{\"a\":".repeat(60), "x".repeat(60000)])
      log("braces", show(await e.fire("PreToolUse", { tool_name: "Bash", tool_input: { command } })));
    p.write(".config/agent/settings.json", { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "echo log; cat; cat /dev/zero | head -c 1200000 | tr '\\0' x; echo '{\"decision\":\"block\",\"reason\":\"no\"}'" }] }] } });
    await e.reload();
    log("big", show(await e.fire("PreToolUse", { tool_name: "Bash", tool_input: { command:"a" } })).slice(0,300));
  });
  it("bracket or", async () => {
    const p = scratch();
    p.write(".config/agent/settings.json", { hooks: { PreToolUse: [{ hooks: [{ type: "command", command: "if [[ \"{{tool_name}}\" == x || \"{{tool_args.file_path}}\" == *.ts ]]; then echo y; fi" }] }] } });
    const evil = p.write("evil.sh", `#!/bin/sh\ntouch ${p.project}/pwned\n`); chmodSync(evil, 0o755);
    const e = await p.engine({ dialects: ["cli-agent"] });
    log("[[", show(await e.fire("PreToolUse", { tool_name: "Write", tool_input: { file_path: evil } })), existsSync(join(p.project, "pwned")));
  });
  it("large inner shell", async () => {
    const p = scratch();
    p.write(".forge/hooks.json", { hooks: [{ event: "tool:pre_execute", onFailure: "block", command: "sh -c 'case \"$FORGE_TOOL_ARGS\" in *sudo*) echo no; exit 1;; esac'" }] });
    const e = await p.engine({ dialects: ["forge"] });
    for (const n of [10, 200000]) log("large", show(await e.fire("PreToolUse", { tool_name: "Bash", tool_input: { command: "sudo " + "x".repeat(n) } })));
  });
  it("templates", () => {
    const cmds = ["npx -c 'echo {{x}}'", "npm exec -c 'echo {{x}}'", "npx ts-node -e '{{x}}'", "Rscript -e '{{x}}'", "concurrently 'echo {{x}}'", "nodemon --exec 'a {{x}}'", "hyperfine 'a {{x}}'", "mongosh --eval '{{x}}'", "python3 -m timeit {{x}}", "ipython -c '{{x}}'", "echo {{x}} | at now", "sg g -c 'a {{x}}'", "julia -e '{{x}}'", "tclsh {{x}}", "git rebase -x 'a {{x}}'", "git -c core.pager='{{x}}' log", "git submodule foreach 'a {{x}}'", "find {{x}} -name a", "a[0]={{x}}", "a+={{x}}", "a+=b{{x}} ls", "[[ a || {{x}} == b ]]", "[[ a > {{x}} ]]", "[[ ! ( {{x}} ) ]]", "socat - 'EXEC:a {{x}}'", "enable -f {{x}} a", "busybox sh -c '{{x}}'", "nsenter -t 1 awk {{x}}", "xargs -I% sh -c 'echo {{x}}'", "set -- {{x}}", "pnpm exec -c 'a {{x}}'", "yarn exec 'a {{x}}'", "git diff {{x}}", "eslint --fix {{x}}", "echo {{x}} | sh", "gnuplot -e '{{x}}'", "mlr filter '{{x}}'", "echo a &> {{x}}", "a |& {{x}}", "cat <<< {{x}}", "function f { echo {{x}}; }; f", "echo {{x}} | ts-node", "echo {{x}} | sqlite3 db", "fzf --preview 'a {{x}}'", "entr sh -c 'a {{x}}'", "docker run a sh -c 'x {{x}}'", "poetry run awk '{{x}}'", "gcloud compute ssh h --command='a {{x}}'", "vagrant ssh -c 'a {{x}}'", "nu -c '{{x}}'", "xonsh -c '{{x}}'", "elixir -e '{{x}}'", "swift -e '{{x}}'", "groovy -e '{{x}}'", "luajit -e '{{x}}'", "rg --pre {{x}} a", "fd -x {{x}}","git -c alias.a='!{{x}}' a", "git config alias.a '!{{x}}'", "env -i PATH={{x}} ls", "PATH={{x}} ls", "PATH={{x}}:$PATH ls", "export PATH={{x}}; ls", "LD_LIBRARY_PATH={{x}} ls", "PYTHONPATH={{x}} python3 a.py", "IFS={{x}} ls", "BASH_FUNC_ls={{x}} ls", "NODE_PATH={{x}} node a.js", "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0={{x}} git log", "GIT_DIR={{x}} git log", "PERL5LIB={{x}} perl a.pl", "RUBYLIB={{x}} ruby a.rb", "LD_AUDIT={{x}} ls", "HOME={{x}} bash -l a.sh", "MAKEFLAGS={{x}} make", "PERL5DB={{x}} a", "CDPATH={{x}} cd a"];
    for (const c of cmds) { const r = compileTemplate(c, braces); if (r.template) log("ACCEPTED", c, "=>", r.template.command); else log("refused ", c); }
    for (const c of ["echo ${FILE_PATH##*/}", "[ ${FILE_PATH##*.} = ts ] && x", "echo \"${FILE_PATH%.ts}\"", "bash -c 'eval \"$FILE_PATH\"'", "bash -c 'ls $FILE_PATH'", "sh -c \"ls ${FILE_PATH%x}\"", "eval ${FILE_PATH%x}"]) { const r = compileTemplate(c, dollar); log("DOLLAR", c, "=>", r.template?.command, r.problems.map((p) => p.message)); }
  });
});
