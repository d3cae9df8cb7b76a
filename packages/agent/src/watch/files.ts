import { resolve } from "node:path";
import type { Decision, Engine } from "hookline";
import type { SessionFacts } from "../session/facts.ts";
import type { Tell } from "../session/tell.ts";
import type { Show } from "../show/show.ts";
import { observe } from "./observe.ts";
import type { Change } from "./snapshot.ts";

/** What the watch over people's files needs. */
export interface FileWatchOptions {
  readonly engine: Pick<Engine, "hooks">;
  readonly facts: Pick<SessionFacts, "projectDir">;
  readonly tell: Tell;
  readonly show: Pick<Show, "notice">;
}

/** A watch over the files that hooks named. */
export interface FileWatch {
  /** Replaces the paths that hooks asked for while running; those that matchers name stay. */
  set(paths: readonly string[]): void;
  /** Does the same with the `watchPaths` of a decision, if there are any. */
  follow(decision: Decision): void;
  /** Reads the matchers again, after the hook files have changed. */
  refresh(): void;
  /** Resolves when every change until now has been told. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Fires FileChanged for the files that FileChanged hooks name in their matchers, and for those that hooks ask to watch. */
export function watchFiles({ engine, facts, tell, show }: FileWatchOptions): FileWatch {
  let asked: readonly string[] = [];
  const absolute = (path: string) => resolve(facts.projectDir, path);
  const changed = async (changes: readonly Change[], signal: AbortSignal) => {
    for (const { path, event } of changes) {
      if (signal.aborted) return;
      follow(await tell("FileChanged", { file_path: path, event }, signal));
    }
  };
  const wishes = () => [...namesOf(engine), ...asked].map(absolute);
  const observation = observe(wishes(), { changed, problem: (text) => show.notice("warn", text) });
  const refresh = () => observation.set(wishes());
  const set = (paths: readonly string[]) => {
    asked = paths;
    refresh();
  };
  const follow = ({ effects }: Decision) => {
    const { watchPaths: paths } = effects;
    if (Array.isArray(paths)) set(paths.filter((path) => typeof path === "string" && path !== ""));
  };
  return { set, follow, refresh, settle: observation.settle, close: observation.close };
}

/** A matcher of FileChanged is also a list of file names, as in Claude Code: `*` is a file of that name. */
function namesOf({ hooks }: Pick<Engine, "hooks">): readonly string[] {
  return hooks
    .filter(({ event, disabled }) => event === "FileChanged" && disabled === null)
    .flatMap(({ matcher }) => (matcher.pattern ?? "").split("|"))
    .map((name) => name.trim())
    .filter((name) => name !== "");
}
