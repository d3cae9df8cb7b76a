import { it, describe } from "vitest";
import { chmodSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "../engine/scratch.ts";
const log = (...a: unknown[]) => console.log(...a);
const mem = () => Math.round(process.memoryUsage().rss / 1e6);
const show = (d: any) => JSON.stringify({ v: d.verdict, r: d.reason?.slice(0,100), m: d.messages.map((m: any) => m.text.slice(0,160)), s: d.skipped.map((s:any)=>s.why), f: d.runs.map((r: any) => [r.hook, r.status, r.fault?.kind ?? r.fault, r.exitCode, r.stdout?.slice(0,100), r.stderr?.slice(0,200)]), d: d.diagnostics.map((x: any)=>x.message.slice(0,150)) });
async function timed(name: string, run: () => Promise<unknown>) {
  const t = performance.now(); const m = mem();
  const r = await run().catch((e) => `THREW ${e}`);
  log("TIMED", name, Math.round(performance.now() - t), "ms", mem() - m, "MB", typeof r === "string" ? r : "");
}
describe("probe", () => {
  it("dos forge", async () => {
    for (const [name, event] of [["colons 20k", ":".repeat(20000)], ["commas 200k", "a,".repeat(200000)], ["long tool 300k", "tool:pre_execute:" + "a".repeat(300000)], ["stars", "tool:pre_execute:" + "*a".repeat(50000)], ["globs", Array.from({length: 50000}, () => "tool:pre_execute:x*").join(",")], ["globs distinct", Array.from({length: 50000}, (_, i) => "tool:pre_execute:x*"+i).join(",")]] as const) {
      const p = scratch();
      p.write(".forge/hooks.json", { hooks: [{ event, command: "true" }] });
      await timed(`forge ${name}`, async () => { const e = await p.engine({ dialects: ["forge"] }); await e.fire("PreToolUse", { tool_name: "a".repeat(2000), tool_input: {} }); });
    }
    const p = scratch();
    p.write(".forge/hooks.json", JSON.stringify({ hooks: Array.from({length: 100000}, () => ({ event: "*", command: "true" })) }));
    await timed("forge 100k entries x16", async () => { const e = await p.engine({ dialects: ["forge"] , trust: () => false}); await e.fire("PreToolUse", { tool_name: "a", tool_input: {} }); });
  }, 200000);
  it("dos cli-agent", async () => {
    for (const [name, matcher] of [["long star", "a".repeat(500000) + "*"], ["pipes", "a*|".repeat(200000)], ["class", "[a-z]".repeat(100000)+"*"]] as const) {
      const p = scratch();
      p.write(".config/agent/settings.json", { hooks: { PreToolUse: [{ matcher, hooks: [{ type: "command", command: "true" }] }] } });
      await timed(`cli ${name}`, async () => { const e = await p.engine({ dialects: ["cli-agent"] }); await e.fire("PreToolUse", { tool_name: "a".repeat(2000), tool_input: {} }); });
    }
    for (const [name, command] of [["200 ph deep", "$(".repeat(400) + "echo {{message}}".repeat(199) + ")".repeat(400)], ["200 ph wide", "echo a b c;".repeat(20000) + "echo {{message}};".repeat(199)], ["nested quotes", "\"$(".repeat(300) + "echo {{message}} ".repeat(199) + ")\"".repeat(300)]] as const) {
      const p = scratch();
      p.write(".config/agent/settings.json", { hooks: { PreToolUse: [{ hooks: Array.from({length: 10}, () => ({ type: "command", command })) }] } });
      await timed(`template x10 ${name} ${command.length}`, async () => { const e = await p.engine({ dialects: ["cli-agent"] , trust: () => false}); log(e.diagnostics[0]?.message.slice(0,200)); });
    }
  }, 200000);
  it("dos yaml", async () => {
    for (const [name, yaml] of [["dashes", "hooks:\n  " + "- ".repeat(30000)], ["indent", "hooks:\n" + Array.from({length: 330}, (_, i) => " ".repeat(i + 1) + "a:").join("\n")], ["laughs", "a: &a [x,x,x,x,x,x,x,x,x]\n" + "bcdefghij".split("").map((c, i) => `${c}: &${c} [${Array(9).fill("*" + "abcdefghi"[i])}]`).join("\n") + "\nhooks: *j"], ["question", "hooks:\n  " + "? ".repeat(30000)], ["quotes", "hooks: " + "\"a\": ".repeat(10000)], ["colons", "hooks: " + ":".repeat(60000)], ["anchors", "hooks:\n" + Array.from({length: 6000}, (_, i) => ` - &a${i} x`).join("\n")], ["comments", "hooks:\n" + "#\n".repeat(30000)], ["tags", "hooks: " + "! ".repeat(30000)], ["lines", "hooks:\n  PreToolUse:\n" + "   - a\n".repeat(8000)], ["block", "hooks: |\n" + " a\n".repeat(20000)], ["tabs","hooks:\n"+"\t".repeat(60000)], ["flowdeep", "hooks: " + "{a: ".repeat(90)+ "}".repeat(90)]] as const) {
      const p = scratch();
      p.write(".claude/skills/a/SKILL.md", `---\n${yaml.slice(0, 65000)}\n---\nx`);
      await timed(`yaml ${name} ${yaml.length}`, async () => { const e = await p.engine({ dialects: ["claude-code"] }); log(e.diagnostics[0]?.message.slice(0,150)); });
    }
  }, 200000);
  it("dos symlinks", async () => {
    const p = scratch();
    const big = p.write("big.md", `---\nname: x\n---\n${"x".repeat(4_000_000)}`);
    for (let i = 0; i < 300; i++) { mkdirSync(join(p.project, ".claude/skills/s" + i), { recursive: true }); symlinkSync(big, join(p.project, ".claude/skills/s" + i, "SKILL.md")); }
    await timed("300 x 4MB symlinks", async () => { const e = await p.engine({ dialects: ["claude-code"] }); await e.fire("PreToolUse", { tool_name: "a", tool_input: {} }); });
    const q = scratch();
    const agent = q.write("agent.json", JSON.stringify({ name: "x", hooksMode: "replace", hooks: { PreToolUse: [{ hooks: Array.from({length: 200}, () => ({ type: "command", command: "true" })) }] } }));
    q.write(".wingman/wingman.config.json", { hooks: { PreToolUse: [{ hooks: Array.from({length: 2000}, () => ({ type: "command", command: "true" })) }] } });
    for (let i = 0; i < 2000; i++) { mkdirSync(join(q.project, ".wingman/agents/s" + i), { recursive: true }); symlinkSync(agent, join(q.project, ".wingman/agents/s" + i, "agent.json")); }
    await timed("2000 agents replace", async () => { const e = await q.engine({ dialects: ["wingman"], trust: () => false }); await e.fire("PreToolUse", { tool_name: "a", tool_input: {} }); });
  }, 200000);
});
