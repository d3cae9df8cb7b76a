import { cutReason, type Facts } from "./facts.ts";
import type { Played } from "./scene.ts";

/** Where Hookline differs on purpose: one sentence why, and the facts by its own rule. */
export interface Difference {
  readonly why: string;
  readonly facts: Partial<Facts> | ((played: Played, observed: Partial<Facts>) => Partial<Facts>);
}

const created =
  "File created successfully at: $PROJECT/a.txt (file state is current in your context — no need to Read it back)";
const wrote: Partial<Facts> = { toolRan: true, fileContent: "hello", refused: 0, told: [created] };

const halted: Difference = {
  why: "what can still be stopped is stopped: a halt before the tool keeps it from running",
  facts: { toolRan: false, fileContent: null },
};
const nameless: Difference = {
  why: "a deny without a reason names the hook that it comes from",
  facts: ({ hooks, record }) => {
    const text = `blocked by ${hooks[0]?.id}`;
    const { model_saw: saw = "" } = record.observed;
    return { told: saw.startsWith("[user/tool_result] ") ? [created, text] : [text] };
  },
};
const longReason: Difference = {
  why: "a reason is cut at 10,000 characters, and a file holds all of it",
  facts: { told: [cutReason] },
};
const malformed: Difference = {
  why: "output that begins with { and is not one valid answer is a fault, never text",
  facts: { outcomes: ["PreToolUse 0 error"] },
};
const oversized: Difference = {
  why: "an answer object beyond the cap of 1 MiB is a fault",
  facts: { told: [created], outcomes: ["PreToolUse 0 error"] },
};
const lenientFile = "an entry is judged alone: a bad one is reported, and the rest of the file holds";
const grace: Difference = {
  why: "SIGKILL follows SIGTERM after half a second, not after one and a half",
  facts: { grace: "under a second" },
};
const anyOutput = (text: string): Difference => ({
  why: "the shape of a tool's output is the host's to check: the engine hands over what the hook gave",
  facts: { told: [text] },
});

/** Every record that is played with another end than the one observed. */
export const differences: { readonly [id: string]: Difference } = {
  "b/continue-false": halted,
  "i/continue-false": halted,
  "k/pre-continue-false-slow": halted,
  "b/exit2-stdout-only": nameless,
  "b/json-deny-noreason": nameless,
  "post/block-noreason": nameless,
  "f/block-noreason": {
    why: nameless.why,
    facts: ({ hooks }) => {
      const text = `blocked by ${hooks[0]?.id}`;
      return { told: [text], prompts: ["go", text] };
    },
  },
  "b/json-allow-vs-denyrule": {
    why: "rules judge the final input, after the hooks; Claude Code takes a denied tool from the model",
    facts: {
      outcomes: ["PreToolUse 0 success"],
      refused: 1,
      told: ["Permission to use Write has been denied."],
    },
  },
  "b/json-then-text": malformed,
  "b/toplevel-permissionDecision": {
    why: "a decision in the wrong place would be lost without a word, so it is a fault",
    facts: { outcomes: ["PreToolUse 0 error"] },
  },
  "b/killed-by-signal": {
    why: "a hook that a signal ended has no exit code: the signal is named",
    facts: { outcomes: ["PreToolUse SIGKILL error"] },
  },
  "b/wrong-eventname": {
    why: "the exit code is the one that the process had, also where its answer is a fault",
    facts: { outcomes: ["PreToolUse 0 error"] },
  },
  "b/untrusted-workspace-hook": {
    why: "nothing of a project is executed before it was approved",
    facts: { ...wrote, outcomes: [] },
  },
  "b/two-denies-first-slow": {
    why: "both reasons are told, in configuration order",
    facts: { told: ["first slow\nsecond fast"] },
  },
  "c/two-exit2": {
    why: "both reasons are told, in configuration order",
    facts: { told: ["one\ntwo"] },
  },
  "c/once-true": {
    why: "`once` is honoured in hook files too",
    facts: { outcomes: ["PreToolUse 0 success"], stamps: ["ONCE end", "ONCE start"] },
  },
  "d/timeout-negative": {
    why: "a timeout that is not positive is reported, and the default holds",
    facts: { ...wrote, ran: true, outcomes: ["PreToolUse 0 success"] },
  },
  "d/timeout-string": {
    why: "a timeout that is no number is reported, and the default holds",
    facts: { ...wrote, ran: true, outcomes: ["PreToolUse 0 success"] },
  },
  "d/timeout1-ignore-term": {
    why: grace.why,
    // The second tick would come after SIGKILL; the first may too, on a machine that is slow to start a shell.
    facts: ({ marks }) => ({ stamps: marks.ts?.includes("tick") ? ["start", "tick"] : ["start"] }),
  },
  "k/sessionend-fine": grace,
  "k/timeout1-ignore-term-fine": grace,
  "e/1MB-json-deny-reason": longReason,
  "k/deny-20KB-reason": longReason,
  "k/exit2-20KB-stderr": longReason,
  "e/50MB-stderr-exit2-no-event-stream": longReason,
  "e/50MB-json-context": oversized,
  "e/50MB-json-context-no-event-stream": { why: oversized.why, facts: { told: [created] } },
  "i/5MB-body": { why: oversized.why, facts: { outcomes: ["PreToolUse error"] } },
  "g/nonstring-5": { why: lenientFile, facts: wrote },
  "g/nonstring-{a:1}": { why: lenientFile, facts: wrote },
  "i/https-scheme-bad-url": { why: lenientFile, facts: wrote },
  "k/jsonc-settings": {
    why: "comments and trailing commas are allowed in a hook file",
    facts: { told: ["blocked"], outcomes: ["PreToolUse 2 error"] },
  },
  "h/async-config-ctx": {
    why: "a systemMessage is for the person, also from the background",
    facts: { where: ["ASYNC-CTX 2"] },
  },
  "h/prompt-invalid-json": {
    why: malformed.why,
    facts: { where: [], outcomes: ["UserPromptSubmit 0 error"] },
  },
  "h/sessionstart-two": {
    why: "contexts come in configuration order, whichever hook is faster",
    facts: { where: ["SS-A 0", "SS-B 0"] },
  },
  "i/sessionstart-ctx": {
    why: "endpoints are called on every event",
    facts: { outcomes: ["SessionStart success"] },
  },
  "k/sig-SIGTERM": {
    why: "a hook that was stopped is told as cancelled",
    facts: { outcomes: ["PreToolUse cancelled"] },
  },
  "post/bash-updatedToolOutput": anyOutput("REPLACED-BASH"),
  "post/updatedToolOutput": anyOutput("REPLACED-OUTPUT"),
};
