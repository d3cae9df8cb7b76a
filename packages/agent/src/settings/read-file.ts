import { dirname } from "node:path";
import { readRegular, settingsBytes } from "../files/regular-file.ts";
import { readKeys } from "./keys.ts";
import type { SettingsPlace } from "./places.ts";
import { kindOf, membersOf, readText } from "./read-text.ts";
import { emptyDraft, type SettingsFile } from "./settings-file.ts";

/** Reads the settings at a place; null if there is no such file. Never throws: what is wrong is in `problems`. */
export function readSettings(place: SettingsPlace): SettingsFile | null {
  const read = readRegular(place.path, settingsBytes);
  if (read.code === "ENOENT" || read.code === "ENOTDIR") return null;
  if (read.problem !== undefined) return unread(place, `this ${read.problem}`);
  try {
    return settingsOf(read.bytes.toString("utf8"), place);
  } catch {
    return unread(place, "it is nested too deep");
  }
}

/** Understands the text of a settings file: each key and each entry is judged alone. */
export function settingsOf(source: string, place: SettingsPlace): SettingsFile {
  const text = readText(source, place.shown);
  const problems: string[] = text.mistake === null ? [] : [text.mistake];
  const draft = emptyDraft();
  const { root } = text;
  if (root && root.type !== "object") {
    problems.push(
      text.at(root.offset, `settings are an object, and not ${kindOf(root)}; write {"permissions": {}}`),
    );
  } else if (root) {
    readKeys(membersOf(root), {
      draft,
      say: (node, what) => problems.push(text.at(node.offset, what)),
      sourceOf: (node) => `${place.shown}:${text.line(node.offset)}`,
      sourceDir: dirname(place.path),
    });
  }
  const broken = text.mistake !== null || (root !== null && root.type !== "object");
  return broken
    ? { ...emptyDraft(), rules: refusing(draft.rules), place, source, problems, broken }
    : { ...draft, place, source, problems, broken };
}

function unread(place: SettingsPlace, why: string): SettingsFile {
  const problem = `${place.shown}:1:1: the settings cannot be read: ${why}; make it a file that you may read, or remove it`;
  return { ...emptyDraft(), place, source: "", problems: [problem], broken: true };
}

/** Of a text that is not sure only what makes the agent stricter is taken. */
function refusing(rules: SettingsFile["rules"]): SettingsFile["rules"] {
  return rules.filter(({ behavior }) => behavior !== "allow");
}
