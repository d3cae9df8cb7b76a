import type { SessionSummary } from "./store.ts";

const longest = 60;

/** A list of sessions for people, one a line. */
export function sessionLines(sessions: readonly SessionSummary[], current: string | null): string {
  if (sessions.length === 0) return "There are no sessions of this folder yet.\n";
  const lines = sessions.map(({ id, title, prompt, lastUsed, messages, pending, fault }) => {
    const about = (title ?? prompt ?? "").replace(/\s+/g, " ");
    const shown = about.length > longest ? `${about.slice(0, longest - 1)}…` : about;
    const notes = [
      ...(id === current ? ["this one"] : []),
      ...(pending ? ["a call waits for an answer"] : []),
      ...(fault === null ? [] : [fault]),
    ];
    const when = lastUsed.toISOString().slice(0, 16).replace("T", " ");
    return `${id.slice(0, 8)}  ${when}  ${String(messages).padStart(4)} messages  ${shown}${notes.length === 0 ? "" : `  (${notes.join("; ")})`}`;
  });
  return `${lines.join("\n")}\n`;
}
