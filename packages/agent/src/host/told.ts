import type { Decision } from "hookline";
import type { SessionFacts } from "../session/facts.ts";
import type { Show } from "../show/show.ts";

/** Where what a decision says beyond its verdict goes. */
export interface ToldParts {
  readonly facts: SessionFacts;
  readonly show: Show;
  /** Takes the paths that hooks want to be told about. */
  readonly follow: (decision: Decision) => void;
  /** Takes the scripts that hooks left for the shell. */
  readonly envFiles: (files: readonly string[]) => void;
  /** Notes the title that a hook gave to the session. */
  readonly titled: (title: string) => void;
  /** Takes context for the model, with its next prompt or before its next answer. */
  readonly add: (when: "prompt" | "answer", text: string) => void;
}

/** The events that nothing else of the agent takes context from, and when the model reads it. */
const contextOf: { readonly [event: string]: "prompt" | "answer" } = {
  Setup: "prompt",
  UserInterrupt: "prompt",
  Notification: "answer",
  PermissionGranted: "answer",
};

/** Makes the one place that every decision passes. */
export function createTold(parts: ToldParts): (decision: Decision) => void {
  const { facts, show, follow, envFiles, titled, add } = parts;
  return (decision) => {
    for (const { level, text } of decision.messages) show.notice(level, text);
    const { sessionTitle, envFiles: files } = decision.effects;
    if (typeof sessionTitle === "string" && sessionTitle.trim() !== "" && sessionTitle !== facts.title) {
      facts.title = sessionTitle;
      titled(sessionTitle);
    }
    if (Array.isArray(files)) envFiles(files.filter((file) => typeof file === "string"));
    const when = contextOf[decision.event];
    if (when)
      for (const text of decision.context) add(when, `${decision.event} hook additional context: ${text}`);
    follow(decision);
  };
}
