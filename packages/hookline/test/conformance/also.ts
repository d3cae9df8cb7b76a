import { expect } from "vitest";
import { stampFacts } from "./facts.ts";
import type { Played } from "./scene.ts";

type Look = (played: Played) => void;

const runs = ({ decisions }: Played) => decisions.flatMap((decision) => decision.runs);
const both =
  (...looks: Look[]): Look =>
  (played) => {
    for (const look of looks) look(played);
  };

const fault =
  (...kinds: string[]): Look =>
  (played) =>
    expect(runs(played).map((run) => run.fault)).toEqual(kinds);

/** A hook that would take far longer was stopped. */
const inTime: Look = ({ decisions }) =>
  expect(Math.max(...decisions.map(({ durationMs }) => durationMs))).toBeLessThan(5_000);
const stoppedInTime = both(fault("timeout"), inTime);

const shown =
  (text: string): Look =>
  ({ decisions }) =>
    expect(decisions.flatMap(({ messages }) => messages.map((message) => message.text))).toContain(text);

const reported =
  (part: RegExp): Look =>
  ({ diagnostics }) =>
    expect(diagnostics.map(({ message }) => message).join("\n")).toMatch(part);

const skipped =
  (part: RegExp): Look =>
  ({ decisions }) =>
    expect(decisions.flatMap((decision) => decision.skipped.map(({ why }) => why)).join("\n")).toMatch(part);

const gone: Look = ({ processes }) => expect(processes).toEqual({ pid_sh: false, pid_sleep: false });

const leavesOne = both(inTime, (played) =>
  expect(runs(played).flatMap(({ left }) => left)).toEqual([Number(played.marks.pid_bg)]),
);

const json = (text = "null") => JSON.parse(text);

/** What a record's id or its table says and its fields do not, in the words of the decision. */
export const also: { readonly [id: string]: Look } = {
  "b/continue-string-false": fault("malformed"),
  "b/exit1-stderr": fault("crash"),
  "b/exit3-stderr": fault("crash"),
  "b/json-then-text": fault("malformed"),
  "b/killed-by-signal": fault("crash"),
  "b/legacy-unknown": fault("malformed"),
  "b/not-executable": fault("spawn"),
  "b/systemMessage": shown("SYS-MSG"),
  "b/systemMessage-stream": shown("SYS-MSG"),
  "b/toplevel-permissionDecision": fault("malformed"),
  "b/untrusted-workspace-hook": fault("untrusted"),
  "b/updatedInput-wrongtype": fault("malformed"),
  "b/wrong-eventname": fault("malformed"),
  "c/identical-different-timeout": skipped(/duplicate/),
  "c/identical-dup-across-matchers": skipped(/duplicate[\s\S]*duplicate/),
  "c/identical-dup-user+project": skipped(/duplicate/),
  "c/once-true": skipped(/once/),
  "c/placeholder-project-dir": ({ marks, place }) =>
    expect(marks.sh).toMatch(new RegExp(`^${place.project}\\|${place.project}\\|(?:/bin/)?sh\\|`)),
  "d/bg-grandchild-holds-stdout": leavesOne,
  "d/bg-grandchild-holds-stdout-deny": leavesOne,
  "d/stop-hook-timeout": stoppedInTime,
  "d/timeout-fraction-0.5": stoppedInTime,
  "d/timeout-negative": reported(/timeout/),
  "d/timeout-string": reported(/timeout/),
  "d/timeout1-grandchild": stoppedInTime,
  "d/timeout1-ignore-term": stoppedInTime,
  "d/timeout1-sleep10": stoppedInTime,
  "d/timeout1-trap": stoppedInTime,
  "e/1MB-read": ({ marks }) => expect(Number(marks.wc)).toBeGreaterThan(1_000_000),
  "e/50MB-json-context": fault("oversized"),
  "e/50MB-json-context-no-event-stream": fault("oversized"),
  "e/50MB-stdout-text-no-event-stream": (played) =>
    expect(runs(played).map(({ status, truncated }) => [status, truncated])).toEqual([["ok", true]]),
  "e/endless-output-timeout3-no-event-stream": stoppedInTime,
  "f/exit1": fault("crash"),
  "g/disableAllHooks": skipped(/disableAllHooks/),
  "g/nonstring-5": reported(/matcher/),
  "g/nonstring-{a:1}": reported(/matcher/),
  "h/async-config-ctx": shown("ASYNC-SYS"),
  "h/async-outlives-agent": ({ responses }) =>
    expect(responses.map(({ report }) => report.fault)).toEqual(["cancelled"]),
  "h/prompt-exit1": fault("crash"),
  "h/prompt-invalid-json": fault("malformed"),
  "h/prompt-timeout": stoppedInTime,
  "h/sessionstart-envfile": ({ marks }) => expect(marks.he).toBe("hookenv=\n"),
  "h/sessionstart-exit2": shown("SS-ERR"),
  "i/200-invalid-json": fault("malformed"),
  "i/302-redirect": fault("crash"),
  "i/500": fault("crash"),
  "i/5MB-body": fault("oversized"),
  "i/conn-reset": fault("spawn"),
  "i/https-scheme-bad-url": reported(/notaurl/),
  "i/sessionstart-ctx": ({ told, posted }) =>
    expect([told[0], posted.length]).toEqual([["HTTP-CTX", "go"], 1]),
  "i/timeout1": stoppedInTime,
  "k/50-hooks-sleep1": (played) => {
    expect(runs(played).filter(({ status }) => status === "ok")).toHaveLength(50);
    expect(most(played.marks.ts)).toBeGreaterThan(20);
  },
  "k/SHELL-env-bash": ({ marks }) => expect(marks.sh).toMatch(/^(?:\/bin\/)?sh\|/),
  "k/cwd-after-cd": ({ marks, place }) => {
    const [first, second] = (marks["x.jsonl"] ?? "").trim().split("\n").map(json);
    const { project } = place;
    expect([first.cwd, first.payload.cwd, first.project]).toEqual([project, project, project]);
    expect([second.cwd, second.payload.cwd, second.project]).toEqual([
      `${project}/sub`,
      `${project}/sub`,
      project,
    ]);
  },
  "k/invalid-json-settings": ({ diagnostics }) =>
    expect(diagnostics.map(({ severity }) => severity)).toContain("error"),
  "k/mode-plan-payload": ({ marks }) => expect(json(marks["p.json"]).permission_mode).toBe("plan"),
  "k/sessionend-fine": stoppedInTime,
  "k/sig-SIGINT": both(gone, fault("cancelled"), inTime),
  "k/sig-SIGTERM": both(gone, inTime),
  "k/timeout1-ignore-term-fine": stoppedInTime,
  "k/user-project-local-flag": ({ marks }) => {
    const starts = ["USER", "PROJECT", "LOCAL", "FLAG"].map((label) => `${label} start`);
    const { stamps } = stampFacts(
      (marks.ts ?? "")
        .trim()
        .split("\n")
        .map((line) => line.split(" ")),
    );
    expect(stamps.filter((words) => words.endsWith("start"))).toEqual(starts.sort());
  },
  "post/exit1": fault("crash"),
  "post/updatedMCPToolOutput": shown('"updatedMCPToolOutput" is for MCP tools: use "updatedToolOutput"'),
};

/** How many hooks ran at the same time at most. */
function most(text = ""): number {
  const stamps = text
    .trim()
    .split("\n")
    .map((line) => line.split(" "));
  stamps.sort((one, other) => Number(one[2]) - Number(other[2]));
  let open = 0;
  return Math.max(...stamps.map(([, kind]) => (open += kind === "start" ? 1 : -1)));
}
