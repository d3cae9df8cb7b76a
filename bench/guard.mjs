// The short form for CI: a few ratios that load hardly moves, against the ones that are kept in guard.json. It fails where one got worse
// by half and is worse than its goal, in every one of three tries: a slow-down stays, a mood of the machine does not.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { quantile } from "./measure.mjs";
import { runClean } from "./run-part.mjs";
import { scratchFolder } from "./scratch.mjs";
import { columns, ratioText } from "./table.mjs";

const keptFile = new URL("guard.json", import.meta.url);
const checks = fileURLToPath(new URL("guard-checks.mjs", import.meta.url));
const tries = 3;

/** How much worse than what is kept a ratio may be. */
export const allowance = 1.5;

/** The most that a check may come to: half more than what is kept, or its goal where that is more. */
export function mostOf({ ratio, goal }) {
  return Math.max(ratio * allowance, goal ?? 0);
}

/** Those of the checks whose ratio is more than it may be; one that is not kept yet, or cannot be measured here (null), is not slower. */
export function slower(ratios, kept) {
  const over = (name) => ratios[name] !== null && !(ratios[name] <= mostOf(kept[name]));
  return Object.keys(ratios).filter((name) => kept[name] && over(name));
}

/** Measures, and again what was slower; gives the best ratio of each check, and what was slower every time. */
export async function judge(measure, kept) {
  const best = {};
  let names = null;
  for (let attempt = 0; attempt < tries; attempt++) {
    const ratios = await measure(names);
    for (const [name, ratio] of Object.entries(ratios))
      best[name] = ratio === null ? null : Math.min(best[name] ?? Infinity, ratio);
    names = slower(ratios, kept);
    if (names.length === 0) break;
  }
  return { best, failed: names };
}

/** Measures the named checks, or all, in a process of its own. */
async function measureRatios(names) {
  const result = `${scratchFolder("results")}/guard.json`;
  const status = await runClean(checks, [result, ...(names ?? [])]);
  if (!existsSync(result)) throw new Error(`the checks broke (${status})`);
  const ratios = JSON.parse(readFileSync(result, "utf8"));
  rmSync(result);
  return ratios;
}

/** What is kept of several runs: the median ratio of each check. What could not be measured here stays as it was, and so do goals. */
export function keptOf(runs, kept) {
  const names = Object.keys(runs[0]);
  const entries = names.map((name) => {
    const ratios = runs.map((run) => run[name]).filter((ratio) => ratio !== null);
    const { ratio = null, goal = null } = kept[name] ?? {};
    return [name, { ratio: ratios.length > 0 ? Number(quantile(ratios, 0.5).toPrecision(3)) : ratio, goal }];
  });
  return Object.fromEntries(entries.filter(([, { ratio }]) => ratio !== null));
}

/** The guard on the command line; gives the exit status. With `keep` the ratios of this run are kept from now on. */
export async function runGuard({ keep, say }) {
  const kept = JSON.parse(readFileSync(keptFile, "utf8"));
  if (keep) {
    const runs = [await measureRatios(null), await measureRatios(null), await measureRatios(null)];
    writeFileSync(keptFile, `${JSON.stringify(keptOf(runs, kept), null, 2)}\n`);
    say("kept in bench/guard.json: the medians of three runs");
    return 0;
  }
  const { best, failed } = await judge(measureRatios, kept);
  const missing = Object.keys(kept).filter((name) => !(name in best));
  say(guardText(best, kept, failed).join("\n"));
  for (const name of missing) say(`${name}: is kept in bench/guard.json and no longer measured`);
  return failed.length + missing.length > 0 ? 1 : 0;
}

/** The guard's table. */
export function guardText(best, kept, failed) {
  const word = (name) => {
    if (best[name] === null) return "not here";
    if (failed.includes(name)) return "SLOWER";
    return kept[name] ? "ok" : "not kept yet: npm run bench -- --guard --keep";
  };
  const figure = (ratio, mark = "") =>
    ratio === null || ratio === undefined ? "-" : `${mark}${ratioText(ratio)}`;
  const lines = Object.keys(best).map((name) => [
    name,
    figure(best[name]),
    figure(kept[name]?.ratio),
    figure(kept[name] && mostOf(kept[name]), "≤ "),
    word(name),
  ]);
  return columns([["check", "ratio", "kept", "may be", ""], ...lines]);
}
