import { existsSync, readFileSync } from "node:fs";
import type { Json } from "../../src/index.ts";
import {
  cutReason,
  type Facts,
  graceOf,
  outcomeLine,
  outcomeOf,
  postedFacts,
  preview,
  stampFacts,
} from "./facts.ts";
import { matchersOf } from "./restored.ts";
import type { Played } from "./scene.ts";

/** What the engine and the scene's host did, as the facts of a record. */
export function playedFacts(played: Played): Facts {
  const { record, calls, told, marks, place } = played;
  const stamps = lines(marks.ts).map((line) => line.split(" "));
  const ticks = stamps.filter(([word]) => word === "tick");
  const saw = (name: string): Json => (marks[name] ? JSON.parse(place.hide(marks[name])).tool_input : null);
  return {
    toolRan: calls.some(({ succeeded }) => succeeded),
    fileContent: played.fileContent,
    requests: played.requests,
    ending: played.ending,
    stopped: played.stopped,
    refused: calls.filter(({ refused }) => refused).length,
    told: (told[1] ?? []).map((text) => shortened(text)),
    outcomes: outcomesOf(played),
    ...stampFacts(stamps),
    marks: stamps.filter(([word]) => word !== "tick").map(([word = ""]) => word),
    grace: graceOf(stamps, Number(ticks.at(-1)?.at(-1) ?? 0)),
    processes: played.processes,
    where: whereSeen(played),
    prompts: told.map((texts) => texts[0] ?? ""),
    stopInputs: lines(marks["in.jsonl"]).map((line) => {
      const { hook_event_name, stop_hook_active, last_assistant_message } = JSON.parse(line);
      return { hook_event_name, stop_hook_active, last_assistant_message };
    }),
    fired: marks["m.tsv"] === undefined ? marks.fired !== undefined : firedMatchers(played),
    matrix: record.observed.matrix ? matrixOf(played) : {},
    ran: marks.ran !== undefined,
    secondHookSaw: saw("seen.json"),
    postToolInput: saw("post.json"),
    history: calls.map(({ input }) => JSON.parse(place.hide(JSON.stringify(input)))),
    posted: played.posted.map((request) => postedFacts({ ...request, body: place.hide(request.body) })),
  };
}

/** Every hook that was started, but for those of SessionEnd, of which Claude Code tells nothing. */
function outcomesOf({ responses }: Played): readonly string[] {
  return responses
    .filter(({ event, report }) => event !== "SessionEnd" && report.fault !== "untrusted")
    .map(({ event, report }) => outcomeLine(event, report.exitCode ?? report.signal, outcomeOf(report)))
    .sort();
}

/** A long text as a preview or a cut reason, if the file that it names holds all of it. */
function shortened(text: string): string {
  const [all, beginning = "", length, path = ""] =
    /^([\s\S]*)\n… the whole text \((\d+) characters\) is in (.+)$/.exec(text) ?? [];
  if (all === undefined || !existsSync(path)) return text;
  const whole = readFileSync(path, "utf8");
  if (whole.length !== Number(length) || !whole.startsWith(beginning)) return text;
  if (all.length === 10_000) return cutReason;
  return beginning.length <= 2_000 ? preview : text;
}

function whereSeen({ record, told }: Played): readonly string[] {
  const seen = Object.keys(record.observed.where ?? {}).flatMap((marker) => {
    const request = told.findIndex((texts) => texts.some((text) => text.includes(marker)));
    const place = (told[request] ?? []).join("\n").indexOf(marker);
    return request === -1 ? [] : [{ line: `${marker} ${request}`, request, place }];
  });
  seen.sort((one, other) => one.request - other.request || one.place - other.place);
  return seen.map(({ line }) => line);
}

function firedMatchers({ record, marks }: Played): readonly string[] {
  const [event = ""] = Object.keys(record.settings.hooks ?? {});
  const matchers = matchersOf(record, event);
  return lines(marks["m.tsv"])
    .map((line) => matchers[Number(line)] ?? "?")
    .sort();
}

/** Which tools each matcher fired for, in the order of the calls. */
function matrixOf({ record, marks, calls }: Played): Facts["matrix"] {
  const fired = lines(marks["m.tsv"]).map((line) => {
    const [index = "", field = ""] = line.split("\t");
    return { index: Number(index), tool: /:"(\w+)"$/.exec(field)?.[1] ?? field };
  });
  const tools = calls.map(({ name }) => name);
  return Object.fromEntries(
    matchersOf(record, "PreToolUse").map((matcher, index) => [
      matcher,
      tools.filter((tool) => fired.some((one) => one.index === index && one.tool === tool)),
    ]),
  );
}

function lines(text = ""): readonly string[] {
  return text.split("\n").filter((line) => line !== "");
}
