import { ownAndRoot, ownersOf, type SafetyRules } from "../system/safe-file.ts";
import type { HookFilePlace } from "./places.ts";

/**
 * What a hook file must be like before its hooks run without anybody's approval. The managed file is the machine's: nobody else
 * may be able to write it, or to put another in its place. The user's file may be a link, and writable by the user's group.
 * Files of projects may be anything: what they say is looked at and approved.
 */
export function safetyOf({ layer, machine }: HookFilePlace): SafetyRules | null {
  if (layer === "managed" && machine !== undefined)
    return { owners: ownersOf(machine), barred: 0o022, links: "refused", under: machine };
  // A plugin lies where the user's agent has put it, also one that the machine's settings switch on.
  if (layer === "user" || layer === "managed")
    return { owners: ownAndRoot(), barred: 0o002, links: "followed", under: null };
  return null;
}
