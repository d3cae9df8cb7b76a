import type { ForgeHook } from "./hook-text.ts";

/** Nothing is active that nobody chose. */
export const defaultHooks: readonly ForgeHook[] = [];

/** Writes one line of JSON for every tool that ran or failed, every refusal, and the beginning and end of a session; it never blocks. */
export const auditLog: ForgeHook = {
  event: "tool:post_execute,tool:error,permission:denied,session:start,session:end",
  // An event comes as one line on stdin, so no value of it is ever a part of the command.
  command:
    'umask 077; log="${XDG_STATE_HOME:-$HOME/.local/state}/forge"; mkdir -p "$log" && cat >> "$log/audit.jsonl"',
  description: "Audit log: one JSON line for each tool call, refusal and session",
};

/** Tells the person on the desktop that a session began or ended, and that somebody must agree to a tool; silent where there is no desktop. */
export const desktopNotification: ForgeHook = {
  event: "session:start,session:end,permission:prompt",
  command: [
    'text="$FORGE_EVENT $FORGE_TOOL_NAME"',
    'if command -v notify-send >/dev/null; then notify-send -- Code-Forge "$text"',
    "elif command -v osascript >/dev/null; then osascript -e 'on run argv' -e 'display notification (item 1 of argv) with title \"Code-Forge\"' -e 'end run' \"$text\"",
    "fi",
  ].join("\n"),
  description: "Desktop notification: a session began or ended, or a tool needs your agreement",
};

/** Commits whatever changed after a tool has written a file, in projects that are git repositories. */
export const gitAutoCommit: ForgeHook = {
  event: "tool:post_execute:write,tool:post_execute:edit",
  // The message comes on stdin: arguments may be longer than a program's arguments can be.
  command: [
    "git rev-parse --is-inside-work-tree >/dev/null 2>&1 || exit 0",
    "git add -A",
    "git diff --cached --quiet && exit 0",
    'printf \'Auto-save: %s\\n\\n%s\\n\' "$FORGE_TOOL_NAME" "$FORGE_TOOL_ARGS" | git commit --quiet --cleanup=verbatim -F -',
  ].join("\n"),
  timeout: 30,
  description: "Auto-commit after a file was written",
};

/** Refuses shell commands with the word sudo in them: an example of a hook that blocks, not a wall. */
export const blockSudo: ForgeHook = {
  event: "tool:pre_execute:bash",
  command: [
    "if printf '%s' \"$FORGE_TOOL_ARGS\" | grep -qw sudo",
    "then echo 'Blocked: sudo commands not allowed'; exit 1",
    "fi",
  ].join("\n"),
  description: "Block sudo in shell commands",
};
