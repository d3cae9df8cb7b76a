import { join } from "node:path";
import type { Dialect } from "../contract/dialect.ts";
import type { Event, EventSpec } from "../contract/event.ts";
import type { JsonObject } from "../contract/json.ts";
import { sha256 } from "../system/digest.ts";
import { emptySessionFile, holdsSomething, makeSessionFile } from "../system/session-file.ts";

/** Files in which hooks leave variables for the agent's later commands: for each session one that lasts, and one that passes. */
export interface EnvFiles {
  /** Empties the file that passes, on an event that ends it. */
  begin(event: { readonly spec: EventSpec; readonly given: JsonObject }): void;
  /** The variable with the path of such a file, for a hook of this dialect on this event; none if the agent has a file of its own. */
  offer(
    dialect: Dialect,
    event: Event,
    env: Readonly<Record<string, string>>,
    note: (text: string) => void,
  ): Record<string, string>;
  /** The files of the event's session that hold something, if one was offered to a hook of this event. */
  left(event: Event): readonly string[];
}

const none: readonly string[] = [];

/** Where events that are over are judged again, what hooks leave is for nobody. */
export const noEnvFiles: EnvFiles = {
  begin: () => {},
  offer({ envFile }, _event, env): Record<string, string> {
    return envFile && env[envFile.variable] === undefined ? { [envFile.variable]: "/dev/null" } : {};
  },
  left: () => none,
};

/** Opens the files in the state folder; nothing is written before a hook is offered one. */
export function openEnvFiles(folder: string, dialects: readonly Dialect[], ownSession: string): EnvFiles {
  const offered = new Set<string>();
  const enders = new Set(dialects.flatMap(({ envFile }) => (envFile ? [envFile.endedBy] : [])));
  const pathOf = ({ session_id: session }: JsonObject, kind: "lasting" | "passing") => {
    const name = sha256(typeof session === "string" ? session : ownSession).slice(0, 32);
    return join(folder, "sessions", `${name}.${kind}.sh`);
  };
  return {
    begin({ spec, given }) {
      if (!enders.has(spec.name)) return;
      try {
        emptySessionFile(pathOf(given, "passing"));
      } catch {
        // What cannot be emptied cannot be offered either, and that is told.
      }
    },
    offer({ envFile }, { id, spec, payload }, env, note) {
      if (!envFile || env[envFile.variable] !== undefined) return {};
      const { lasting, passing, variable } = envFile;
      const kind = lasting.includes(spec.name) ? "lasting" : passing.includes(spec.name) ? "passing" : null;
      if (kind === null) return {};
      const path = pathOf(payload, kind);
      try {
        makeSessionFile(path);
      } catch (error) {
        note(`there is no ${variable}: ${error instanceof Error ? error.message : String(error)}`);
        return {};
      }
      offered.add(id);
      return { [variable]: path };
    },
    left({ id, payload }) {
      if (offered.size === 0 || !offered.delete(id)) return none;
      return [pathOf(payload, "lasting"), pathOf(payload, "passing")].filter(holdsSomething);
    },
  };
}
