/** The look of the report: light and dark, on a screen and on paper. */
export const reportStyle = `
:root { color-scheme: light dark; --ground: #ffffff; --text: #1c2127; --dim: #5b6570; --line: #dde1e6; --panel: #f5f6f8;
  --deny: #c8401f; --defer: #a65b9a; --ask: #d99a00; --allow: #1f78b4; --pass: #b9c0c8;
  --good: #1d7a3e; --warn: #9a6700; --bad: #b42318; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #14171a; --text: #e6e9ec; --dim: #9aa4ae; --line: #333a41; --panel: #1d2226;
    --deny: #f0653f; --defer: #c98fc0; --ask: #e8b53a; --allow: #5aa9dd; --pass: #59636d;
    --good: #5cc483; --warn: #e3b341; --bad: #ff7b6b; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1080px; padding: 32px 24px 64px; background: var(--ground); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
h1 { font-size: 26px; margin: 0 0 4px; }
h2 { font-size: 18px; margin: 40px 0 12px; }
p { margin: 4px 0; }
.dim, .none, caption { color: var(--dim); }
.result { margin: 20px 0 0; padding: 14px 18px; border: 1px solid var(--line); border-left: 6px solid var(--dim);
  border-radius: 6px; background: var(--panel); overflow-wrap: anywhere; }
.result strong { font-size: 17px; }
.result.intact { border-left-color: var(--good); } .result.intact strong { color: var(--good); }
.result.torn, .result.unchecked { border-left-color: var(--warn); }
.result.torn strong, .result.unchecked strong { color: var(--warn); }
.result.tampered, .result.unreadable { border-left-color: var(--bad); }
.result.tampered strong, .result.unreadable strong { color: var(--bad); }
.numbers { display: grid; grid-template-columns: repeat(auto-fit, minmax(120px, 1fr)); gap: 12px; margin: 24px 0 0; padding: 0; }
.numbers div { padding: 12px 14px; border: 1px solid var(--line); border-radius: 6px; }
.numbers b { display: block; font-size: 22px; font-variant-numeric: tabular-nums; }
svg { width: 100%; height: auto; display: block; }
svg text { fill: var(--dim); font-size: 12px; }
svg line { stroke: var(--line); }
rect.deny { fill: var(--deny); } rect.defer { fill: var(--defer); } rect.ask { fill: var(--ask); }
rect.allow { fill: var(--allow); } rect.pass { fill: var(--pass); }
i.deny { background: var(--deny); } i.defer { background: var(--defer); } i.ask { background: var(--ask); }
i.allow { background: var(--allow); } i.pass { background: var(--pass); }
.legend { display: flex; flex-wrap: wrap; gap: 18px; color: var(--dim); font-size: 13px; }
.legend i { display: inline-block; width: 12px; height: 12px; margin-right: 6px; border-radius: 2px; vertical-align: -1px; }
.wide { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-size: 14px; }
caption { text-align: left; padding-bottom: 6px; }
th, td { text-align: left; vertical-align: top; padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--dim); }
td { overflow-wrap: anywhere; min-width: 72px; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; }
td.time { white-space: nowrap; font-variant-numeric: tabular-nums; }
@media print {
  :root { color-scheme: light; --ground: #ffffff; --text: #000000; --dim: #444444; --line: #bbbbbb; --panel: #ffffff;
    --deny: #c8401f; --defer: #a65b9a; --ask: #d99a00; --allow: #1f78b4; --pass: #b9c0c8;
    --good: #1d7a3e; --warn: #9a6700; --bad: #b42318; }
  body { max-width: none; padding: 0; font-size: 11px; }
  rect, i, .result { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
  tr, svg, .result { break-inside: avoid; }
  h2 { break-after: avoid; }
}
`;
