import { readFileSync, writeFileSync } from "node:fs";
import { it } from "vitest";
import { makeModel } from "../../../src/policy/make-model.ts";
import { eventOf, exampleFacts, judge, policyOf } from "./suite.ts";
it("peek", () => {
  const out: string[] = [];
  for (const line of readFileSync("/tmp/corpus/peek.txt", "utf8").split("\n")) {
    if (line === "") continue;
    const m = makeModel(eventOf(line.replaceAll("⏎", "\n")), exampleFacts);
    out.push(`### ${line}`);
    m.command?.commands.forEach((c, i) => out.push(JSON.stringify({ p: c.program, args: c.args.map((w) => w.value ?? `?${w.text}`), flags: c.flags, ops: c.operands.map((w) => w.value ?? `?${w.text}`), via: c.via, dyn: c.dynamic, in: c.input, it: c.inputText, as: c.assignments.map((a) => a.name), code: c.code, folder: c.folder, remote: c.remote, text: c.text, red: c.redirects.map((r) => r.operator + r.target.text), paths: m.pathsByCommand[i]?.map((p) => `${p.access}${p.recursive ? "R" : ""}${p.glob ? "G" : ""}${p.known ? "" : "?"} ${p.path}`) })));
    out.push(`hosts ${JSON.stringify(m.hosts)} unread ${m.command?.unread}`, JSON.stringify(judge(policyOf(), line.replaceAll("⏎", "\n"))));
  }
  writeFileSync("/tmp/corpus/peek.out", out.join("\n"));
});
