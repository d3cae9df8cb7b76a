import { hostname, userInfo } from "node:os";
import type { AuditActor, NoteEntry } from "../contract/audit.ts";
import type { JsonObject } from "../contract/json.ts";

/** The person and the process that do something to the trail itself. */
export function ownActor(): AuditActor {
  return { user: userName(), host: hostname(), pid: process.pid, agents: [] };
}

/** A note about the trail. */
export function ownNote(note: string, detail: JsonObject): NoteEntry {
  return { kind: "note", note, actor: ownActor(), detail };
}

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return "";
  }
}
