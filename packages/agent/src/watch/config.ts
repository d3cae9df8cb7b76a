import type { Decision } from "hookline";
import type { Tell } from "../session/tell.ts";
import type { Show } from "../show/show.ts";
import { observe } from "./observe.ts";
import { type Change, isCovered } from "./snapshot.ts";

/** Whose a configuration file is, in the words of ConfigChange. */
export type ConfigSource =
  | "user_settings"
  | "project_settings"
  | "local_settings"
  | "policy_settings"
  | "skills";

/** A file of the configuration, or a folder of such files. */
export interface ConfigFile {
  readonly path: string;
  readonly source: ConfigSource;
}

/** What the watch over the configuration needs. */
export interface ConfigWatchOptions {
  readonly files: readonly ConfigFile[];
  readonly tell: Tell;
  /** Reads the whole configuration again; `refused` are files whose change a hook refused and that are applied with it all the same. */
  apply(refused: readonly string[]): void | Promise<void>;
  readonly show: Pick<Show, "notice">;
}

/** A watch over the configuration of a running session. */
export interface ConfigWatch {
  /** Resolves when every change until now has been told and applied or refused. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

/** Fires ConfigChange when a file of the configuration has other content, and applies it unless a hook refuses. */
export function watchConfig({ files, tell, apply, show }: ConfigWatchOptions): ConfigWatch {
  /** Files whose change is refused, and what they held when they were applied last. */
  const refused = new Map<string, string | null>();
  const sourceOf = (path: string): ConfigSource =>
    files.find((file) => isCovered([file.path], path))?.source ?? "project_settings";

  /** Whether this change may be applied. */
  const ask = async ({ path, before, after }: Change, signal: AbortSignal): Promise<boolean> => {
    const source = sourceOf(path);
    const decision = await tell("ConfigChange", { source, file_path: path }, signal);
    if (signal.aborted) return false;
    if (refused.has(path) && refused.get(path) === after) {
      // It is as it was applied: a refusal of this changes nothing.
      refused.delete(path);
      return true;
    }
    if (!refuses(decision)) {
      refused.delete(path);
      return true;
    }
    if (source === "policy_settings") {
      show.notice(
        "warn",
        `${path} is the machine's policy: its change is applied although a hook refuses it`,
      );
      return true;
    }
    if (!refused.has(path)) refused.set(path, before);
    const why = decision.reason === "" ? "a hook refuses it" : decision.reason;
    show.notice("warn", `The change of ${path} is not applied until the file changes again: ${why}`);
    return false;
  };

  const changed = async (changes: readonly Change[], signal: AbortSignal) => {
    const wanted: Change[] = [];
    for (const change of changes) if (await ask(change, signal)) wanted.push(change);
    if (wanted.length === 0 || signal.aborted) return;
    const names = wanted.map(({ path }) => path).join(", ");
    const others = [...refused.keys()];
    if (others.length > 0) {
      // The configuration is read as a whole, so what was refused would come in with the rest.
      if (!wanted.some(({ path }) => sourceOf(path) === "policy_settings")) {
        show.notice(
          "warn",
          `The change of ${names} waits: ${others.join(", ")} holds a refused change; undo it first`,
        );
        return;
      }
      show.notice("warn", `The refused change of ${others.join(", ")} is applied together with ${names}`);
      refused.clear();
    }
    await apply(others);
  };

  return observe(
    files.map(({ path }) => path),
    { changed, problem: (text) => show.notice("warn", text) },
  );
}

/** Nobody can be asked about a change of the configuration: only a pass or an allow lets it through. */
function refuses({ verdict }: Decision): boolean {
  return verdict !== "pass" && verdict !== "allow";
}
