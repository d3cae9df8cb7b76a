import type { WrittenRule } from "../settings/settings-file.ts";
import type { Always } from "./always.ts";
import type { Grounds } from "./call.ts";
import { ruleProblem } from "./held-rule.ts";
import type { RuleBook } from "./rule-book.ts";
import type { FolderUpdate, ModeUpdate, RuleUpdate, Update } from "./update.ts";
import { folderPath } from "./working-folders.ts";

/** What updates work on. */
export interface Updated {
  readonly book: RuleBook;
  readonly always: Always;
  readonly grounds: Grounds;
  /** The session was started so that it may run everything unasked. */
  readonly mayBypass: boolean;
  /** Says what could not be done as asked. */
  warn(text: string): void;
}

/** Applies one update to the session, and keeps it if it is to last. */
export async function applyUpdate(update: Update, on: Updated): Promise<void> {
  try {
    if (update.type === "setMode") await setMode(update, on);
    else if ("directories" in update) await changeDirectories(update, on);
    else await changeRules(update, on);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    on.warn(`What is permitted was changed for this session only, because it cannot be kept: ${why}`);
  }
}

async function changeRules(update: RuleUpdate, { book, always, grounds, warn }: Updated): Promise<void> {
  const { type, behavior, rules, destination: home } = update;
  const written = rules.map((text): WrittenRule => {
    const source =
      home === "session"
        ? "this session"
        : home === "project"
          ? "always, in this project"
          : "always, in every project";
    return { behavior, text, source, sourceDir: grounds.facts.projectDir };
  });
  if (type === "replaceRules") book.clear(behavior, home);
  if (type === "removeRules") {
    const missing = book.remove(behavior, rules, home);
    if (missing.length > 0) warn(`Rules that are not kept there cannot be removed: ${missing.join(", ")}`);
  } else {
    for (const problem of book.add(written, home).map(ruleProblem)) if (problem !== null) warn(problem);
  }
  if (home === "session") return;
  await always.change(home, (before) => {
    const kept = type === "replaceRules" ? [] : before[behavior].filter((text) => !rules.includes(text));
    return { ...before, [behavior]: type === "removeRules" ? kept : [...kept, ...rules] };
  });
}

async function setMode(
  { mode, destination }: ModeUpdate,
  { always, grounds, mayBypass, warn }: Updated,
): Promise<void> {
  const bypass = mode === "bypassPermissions";
  if (bypass && !mayBypass) {
    warn("A hook wanted to run everything unasked; the mode stays, because the session was not started so.");
    return;
  }
  grounds.facts.mode = mode;
  // That everything runs unasked is said anew for each session.
  if (destination !== "session" && !bypass)
    await always.change(destination, (before) => ({ ...before, defaultMode: mode }));
}

async function changeDirectories(update: FolderUpdate, { always, grounds }: Updated): Promise<void> {
  const { facts, home } = grounds;
  const { type, destination } = update;
  const folders = update.directories.map((folder) => folderPath(folder, facts.projectDir, home));
  const changed = (before: readonly string[]) => {
    const rest = before.filter((folder) => !folders.includes(folder));
    return type === "addDirectories" ? [...rest, ...folders] : rest;
  };
  facts.directories = changed(facts.directories);
  if (destination === "session") return;
  await always.change(destination, (before) => ({
    ...before,
    additionalDirectories: changed(before.additionalDirectories),
  }));
}
